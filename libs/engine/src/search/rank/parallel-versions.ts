/**
 * Parallel versions: files whose paths differ in exactly one folder and that define mostly the same symbols,
 * such as the same functions for another platform (`unix/tcp.c`, `win/tcp.c`) or in another edition
 * (`classic/parse.ts`, `mini/parse.ts`). A question that names no version fits them all, and words cannot
 * decide between them: the one in the larger folder is the main version.
 */
import { firstNotBefore } from "../../first-not-before.ts";
import { tokenize } from "../../lexical/tokens.ts";
import { nameOf } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Question } from "../parse/question.ts";
import { PARALLEL_VERSIONS } from "./ranking.ts";
import type { Signals } from "./signals.ts";

interface Scored {
  readonly file: number;
  readonly score: number;
  readonly prior: number;
  readonly signals: Signals;
}

interface FileVersion<Entry extends Scored> {
  readonly entry: Entry;
  /** The path up to and including the folder that differs. */
  readonly folder: string;
}

/**
 * Puts main versions first: parallel versions with about the same score as the best of them exchange their
 * scores, so that the folder with the most files goes first; equal ones stay in order. A version keeps its
 * score if its prior is lower than the best one's, or if it lacks something that the question quotes, spells
 * out or names.
 *
 * @param ranked best first; only the first files, which an answer may show, are compared
 * @returns best first
 */
export async function mainVersionsFirst<Entry extends Scored>(
  ranked: readonly Entry[],
  snapshot: Snapshot,
  { distinctTokens }: Question,
): Promise<Entry[]> {
  const { paths } = snapshot.files;
  const ordered = [...ranked];
  const moved = new Set<number>();
  const positions = new Map(ranked.map(({ file }, at) => [file, at]));
  const labels = new SymbolLabels(snapshot);
  for (const versions of closeVersions(ranked.slice(0, PARALLEL_VERSIONS.files), paths)) {
    const isNamed = versions.some(({ folder }) => isNamedBy(nameOf(folder), distinctTokens));
    if (isNamed || versions.some(({ entry }) => moved.has(entry.file))) continue;
    const parallel = await withSameSymbols(versions, labels);
    if (parallel.length < 2) continue;
    const bySize = parallel
      .map((version) => ({ ...version, size: filesIn(version.folder, paths) }))
      .sort((left, right) => right.size - left.size);
    for (const [at, { entry }] of bySize.entries()) {
      const target = (parallel[at] as FileVersion<Entry>).entry;
      moved.add(entry.file);
      ordered[positions.get(target.file) as number] = { ...entry, score: target.score };
    }
  }
  return ordered;
}

/** Groups of files whose paths differ in one folder, best first; all fit about as well as the first. */
function closeVersions<Entry extends Scored>(
  ranked: readonly Entry[],
  paths: readonly string[],
): FileVersion<Entry>[][] {
  const byPattern = new Map<string, FileVersion<Entry>[]>();
  for (const entry of ranked) {
    const names = (paths[entry.file] as string).split("/");
    for (let at = Math.max(0, names.length - 1 - PARALLEL_VERSIONS.folders); at < names.length - 1; at++) {
      const folder = names.slice(0, at + 1).join("/");
      const pattern = [...names.slice(0, at), "", ...names.slice(at + 1)].join("/");
      const versions = byPattern.get(pattern) ?? [];
      if (versions.length === 0 || fitsAsWell(entry, (versions[0] as FileVersion<Entry>).entry))
        byPattern.set(pattern, [...versions, { entry, folder }]);
    }
  }
  return [...byPattern.values()].filter(({ length }) => length > 1);
}

/** Signals that decide which version a question means. */
const DECISIVE = ["mentioned", "quoted", "definition", "exactSymbol"] as const;

function fitsAsWell({ score, prior, signals }: Scored, best: Scored): boolean {
  return (
    score >= PARALLEL_VERSIONS.closeShare * best.score &&
    prior >= best.prior &&
    DECISIVE.every((name) => signals[name] >= best.signals[name])
  );
}

/** Labels of the symbols of files; each file is read once. */
class SymbolLabels {
  private readonly byFile = new Map<number, ReadonlySet<string>>();

  constructor(private readonly snapshot: Snapshot) {}

  async of(file: number): Promise<ReadonlySet<string>> {
    let labels = this.byFile.get(file);
    if (!labels) {
      const [content] = await this.snapshot.contents([file]);
      this.byFile.set(file, (labels = new Set(content?.symbols.map(({ label }) => label))));
    }
    return labels;
  }
}

/** The first version, and those that define mostly the same symbols. */
async function withSameSymbols<Entry extends Scored>(
  versions: readonly FileVersion<Entry>[],
  labels: SymbolLabels,
): Promise<FileVersion<Entry>[]> {
  const alike: FileVersion<Entry>[] = [];
  const first = await labels.of((versions[0] as FileVersion<Entry>).entry.file);
  for (const version of versions) {
    const other = await labels.of(version.entry.file);
    const shared = [...other].filter((label) => first.has(label)).length;
    if (
      shared >= PARALLEL_VERSIONS.leastSymbols &&
      shared >= PARALLEL_VERSIONS.symbolsShare * Math.min(first.size, other.size)
    )
      alike.push(version);
  }
  return alike;
}

/** Whether a question has a word of the folder's name, or one that begins like it: "windows" for `win`. */
function isNamedBy(folder: string, words: readonly string[]): boolean {
  return tokenize(folder).some((part) =>
    words.some(
      (word) =>
        word === part ||
        (Math.min(word.length, part.length) >= 3 && (word.startsWith(part) || part.startsWith(word))),
    ),
  );
}

/** Number of indexed files below a folder. `paths` are sorted, so they are one range. */
function filesIn(folder: string, paths: readonly string[]): number {
  // "0" follows "/".
  const firstFrom = (wanted: string): number => firstNotBefore(paths, (path) => path < wanted);
  return firstFrom(`${folder}0`) - firstFrom(`${folder}/`);
}
