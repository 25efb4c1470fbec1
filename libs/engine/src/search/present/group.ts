/**
 * Turns passages into results: first one per file, with a limit per file and per symbol, and copies of one
 * passage as one result. Pure, except for loading passages.
 */
import type { GroupBy } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";
import type { RankedFile } from "../rank/rank.ts";
import { DIVERSITY, NEAR_IDENTICAL } from "../rank/ranking.ts";
import { compareVersions, CopyFinder, type PassageVersion } from "./near-identical.ts";
import type { FilePassages, Passage } from "./passages.ts";

export interface Group {
  /** Of copies, the main version, with the score of the best. */
  readonly passage: Passage;
  /** Other files with a copy of the passage among those that were read, by path; at most `mostListed`. */
  readonly alsoIn: readonly string[];
  /** Number of passages of the same file or symbol that this one stands for, including itself. */
  readonly collapsed: number;
}

export interface Grouping {
  /** Best first, in the order of `comparePassages`. */
  readonly groups: readonly Group[];
  /** Whether the limit per file was relaxed to get enough results. */
  readonly isRelaxed: boolean;
}

export interface GroupingOptions {
  readonly groupBy: GroupBy;
  readonly limit: number;
  /** Number of files to read for copies, even if the limit is lower. */
  readonly leastFiles: number;
  /** Number of distinct words of the question in a path. */
  readonly wordsInPath: (path: string) => number;
}

/**
 * Takes results in the order of the files' scores. A file's second result waits until every file that scores
 * at least half the best has its first; lower files compete with second results. A result that waited gets a
 * score below those it waited for, so that the order is that of the scores.
 *
 * A copy of a passage that is already a result adds its file to that result and takes no place of its own.
 *
 * @param ranked best first
 * @param load passages of a file; called only for files that may be shown
 */
export async function groupPassages(
  ranked: readonly RankedFile[],
  { groupBy, limit, leastFiles, wordsInPath }: GroupingOptions,
  load: (file: RankedFile) => Promise<FilePassages | null>,
): Promise<Grouping> {
  const bar = (ranked[0]?.score ?? 0) * DIVERSITY.secondAfterShare;
  const taken = new Selection(groupBy, limit, wordsInPath);
  const loaded: FilePassages[] = [];
  for (const file of ranked) {
    if (loaded.length >= limit + NEAR_IDENTICAL.mostCopies) break;
    const isEnough = taken.isFull || (file.score < bar && loaded.length - taken.copies >= limit);
    if (isEnough && loaded.length >= leastFiles) break;
    const passages = await load(file);
    // Once the answer is full, files are read for copies only, and not beyond the deadline.
    if (!passages && taken.isFull) break;
    if (!passages) continue;
    loaded.push(passages);
    if (file.score >= bar && !taken.isFull) taken.addFirst(passages);
    else taken.addCopy(passages);
  }
  if (taken.isFull) return { groups: taken.sorted(), isRelaxed: false };
  // The remaining passages, best first: first results of lower files and further results of files already
  // shown.
  const perFile = groupBy === "file" ? 1 : DIVERSITY.maxPerFile;
  taken.fill(loaded, perFile);
  const isShort = !taken.isFull && groupBy === "symbol";
  if (isShort) taken.fill(loaded, perFile + DIVERSITY.relaxedPerFile);
  return { groups: taken.sorted(), isRelaxed: isShort };
}

/** A passage and the file that it is from. */
interface Choice {
  readonly file: FilePassages;
  readonly passage: Passage;
}

class Selection {
  /** Number of passages that are copies of others. */
  copies = 0;
  private readonly firsts: Choice[] = [];
  /** Second and third results of files. */
  private readonly further: Choice[] = [];
  /** Copies of the passages that are results. */
  private readonly copiesOf = new Map<Passage, Choice[]>();
  private readonly copyFinder = new CopyFinder();
  /** Lowest score among the first results that further ones wait for. */
  private lowestAwaited = Number.POSITIVE_INFINITY;
  /** Results and copies. */
  private readonly passages = new Set<Passage>();
  private readonly countByFile = new Map<number, number>();
  private readonly symbols = new Set<string>();

  constructor(
    private readonly groupBy: GroupBy,
    private readonly limit: number,
    private readonly wordsInPath: (path: string) => number,
  ) {}

  get isFull(): boolean {
    return this.copiesOf.size >= this.limit;
  }

  /** Takes the best passage of a file that every further result has to wait for. */
  addFirst(file: FilePassages): void {
    const passage = this.next(file, 1);
    if (passage && this.choose({ file, passage }))
      this.lowestAwaited = Math.min(this.lowestAwaited, passage.score);
  }

  /** Adds the file to the result that its best passage is a copy of, if there is one. */
  addCopy(file: FilePassages): void {
    const passage = this.next(file, 1);
    const original = passage && this.originalOf(passage);
    if (original) this.choose({ file, passage }, original);
  }

  /** Takes the best remaining passages until the limit is reached or none is left. */
  fill(files: readonly FilePassages[], perFile: number): void {
    while (!this.isFull) {
      let best: Choice | null = null;
      for (const file of files) {
        const passage = this.next(file, perFile);
        if (passage && (!best || comparePassages(passage, best.passage) < 0)) best = { file, passage };
      }
      if (!best) return;
      this.choose(best);
    }
  }

  sorted(): Group[] {
    const further = this.further.map((choice) => this.groupOf(choice));
    return [...this.firsts.map((choice) => this.groupOf(choice)), ...this.lowered(further)].sort(
      compareGroups,
    );
  }

  /**
   * Further results, each scored below the first results it waited for. Those that are lowered keep their
   * order.
   */
  private lowered(further: readonly Group[]): Group[] {
    let highest = this.lowestAwaited - DIVERSITY.secondBelow;
    return [...further].sort(compareGroups).map((group) => {
      if (group.passage.score <= highest) return group;
      const score = highest;
      highest -= DIVERSITY.secondBelow;
      return { ...group, passage: { ...group.passage, score } };
    });
  }

  private next({ ranked, passages }: FilePassages, perFile: number): Passage | null {
    const count = this.countByFile.get(ranked.file) ?? 0;
    if (count >= perFile) return null;
    return (
      passages.find((passage) => !this.passages.has(passage) && !this.symbols.has(symbolKey(passage))) ?? null
    );
  }

  /** Whether the passage becomes a result of its own; otherwise it is a copy of one. */
  private choose(choice: Choice, original = this.originalOf(choice.passage)): boolean {
    const { file, passage } = choice;
    const count = this.countByFile.get(file.ranked.file) ?? 0;
    this.countByFile.set(file.ranked.file, count + 1);
    this.passages.add(passage);
    this.symbols.add(symbolKey(passage));
    if (original) {
      this.copiesOf.get(original)?.push(choice);
      this.copies++;
      return false;
    }
    (count === 0 ? this.firsts : this.further).push(choice);
    this.copiesOf.set(passage, []);
    return true;
  }

  private originalOf(passage: Passage): Passage | undefined {
    return this.copyFinder.originalOf(passage, this.copiesOf.keys());
  }

  private groupOf(best: Choice): Group {
    const copies = this.copiesOf.get(best.passage) ?? [];
    if (copies.length === 0) return { passage: best.passage, alsoIn: [], collapsed: this.collapsedIn(best) };
    const [main = best, ...others] = [best, ...copies]
      .map((choice) => ({ ...choice, ...this.versionOf(choice) }))
      .sort(compareVersions);
    return {
      passage: { ...main.passage, score: best.passage.score },
      alsoIn: [...new Set(others.map(({ path }) => path))]
        .sort(compareText)
        .slice(0, NEAR_IDENTICAL.mostListed),
      collapsed: this.collapsedIn(main),
    };
  }

  private versionOf({ file: { ranked }, passage: { path } }: Choice): PassageVersion {
    return { ranked, path, wordsInPath: this.wordsInPath(path) };
  }

  private collapsedIn({ file: { count, countOf }, passage: { symbol } }: Choice): number {
    return this.groupBy === "file" ? count : symbol ? countOf(symbol) : 1;
  }
}

/** A passage without a symbol is its own group. */
function symbolKey({ path, symbol, span }: Passage): string {
  return symbol?.id ?? `${path}:${span.startLine}`;
}

function compareGroups(left: Group, right: Group): number {
  return comparePassages(left.passage, right.passage);
}

/** Score descending, then file, start line, symbol label (none last), symbol id. */
export function comparePassages(left: Passage, right: Passage): number {
  return (
    right.score - left.score ||
    compareText(left.path, right.path) ||
    left.span.startLine - right.span.startLine ||
    Number(left.symbol === null) - Number(right.symbol === null) ||
    compareText(left.symbol?.label ?? "", right.symbol?.label ?? "") ||
    compareText(left.symbol?.id ?? "", right.symbol?.id ?? "")
  );
}
