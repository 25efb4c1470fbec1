/**
 * Turns passages into results: first one per file, with a limit per file and per symbol. Pure, except for
 * loading passages.
 */
import type { GroupBy } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";
import type { FilePassages, Passage } from "./passages.ts";
import type { RankedFile } from "../rank/rank.ts";
import { DIVERSITY } from "../rank/ranking.ts";

export interface Group {
  readonly passage: Passage;
  /** Number of passages of the same file or symbol that this one stands for, including itself. */
  readonly collapsed: number;
}

export interface Grouping {
  /** Best first, in the order of `comparePassages`. */
  readonly groups: readonly Group[];
  /** Whether the limit per file was relaxed to get enough results. */
  readonly isRelaxed: boolean;
}

/**
 * Takes results in the order of the files' scores. A file's second result waits until every file that scores
 * at least half the best has its first; lower files compete with second results. A result that waited gets a
 * score below those it waited for, so that the order is that of the scores.
 *
 * @param ranked best first
 * @param load passages of a file; called only for files that may be shown
 */
export async function groupPassages(
  ranked: readonly RankedFile[],
  groupBy: GroupBy,
  limit: number,
  load: (file: RankedFile) => Promise<FilePassages | null>,
): Promise<Grouping> {
  const bar = (ranked[0]?.score ?? 0) * DIVERSITY.secondAfterShare;
  const taken = new Selection(groupBy, limit);
  const loaded: FilePassages[] = [];
  for (const file of ranked) {
    if (taken.isFull || (file.score < bar && loaded.length >= limit)) break;
    const passages = await load(file);
    if (!passages) continue;
    loaded.push(passages);
    if (file.score >= bar) taken.addFirst(passages);
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

class Selection {
  private readonly firsts: Group[] = [];
  /** Second and third results of files. */
  private readonly further: Group[] = [];
  /** Lowest score among the first results that further ones wait for. */
  private lowestAwaited = Number.POSITIVE_INFINITY;
  private readonly passages = new Set<Passage>();
  private readonly countByFile = new Map<number, number>();
  private readonly symbols = new Set<string>();

  constructor(
    private readonly groupBy: GroupBy,
    private readonly limit: number,
  ) {}

  get isFull(): boolean {
    return this.passages.size >= this.limit;
  }

  /** Takes the best passage of a file that every further result has to wait for. */
  addFirst(file: FilePassages): void {
    const passage = this.next(file, 1);
    if (!passage || this.isFull) return;
    this.choose(file, passage);
    this.lowestAwaited = Math.min(this.lowestAwaited, passage.score);
  }

  /** Takes the best remaining passages until the limit is reached or none is left. */
  fill(files: readonly FilePassages[], perFile: number): void {
    while (!this.isFull) {
      let best: { file: FilePassages; passage: Passage } | null = null;
      for (const file of files) {
        const passage = this.next(file, perFile);
        if (passage && (!best || comparePassages(passage, best.passage) < 0)) best = { file, passage };
      }
      if (!best) return;
      this.choose(best.file, best.passage);
    }
  }

  sorted(): Group[] {
    return [...this.firsts, ...this.lowered()].sort(compareGroups);
  }

  /**
   * Further results, each scored below the first results it waited for. Those that are lowered keep their
   * order.
   */
  private lowered(): Group[] {
    let highest = this.lowestAwaited - DIVERSITY.secondBelow;
    return [...this.further].sort(compareGroups).map((group) => {
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

  private choose({ ranked, count: ofFile, countOf }: FilePassages, passage: Passage): void {
    const collapsed = this.groupBy === "file" ? ofFile : passage.symbol ? countOf(passage.symbol) : 1;
    const count = this.countByFile.get(ranked.file) ?? 0;
    (count === 0 ? this.firsts : this.further).push({ passage, collapsed });
    this.countByFile.set(ranked.file, count + 1);
    this.passages.add(passage);
    this.symbols.add(symbolKey(passage));
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
