/**
 * Parallel versions: files at the same path but for one folder that define mostly the same names, such as the
 * same functions for another platform (`unix/tcp.c`, `win/tcp.c`) or in another edition (`classic/parse.ts`,
 * `mini/parse.ts`). A question that names no version fits them all, so words do not decide: the one of the
 * larger folder is the main version.
 */
import { tokenize } from "../../lexical/tokens.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Question } from "../parse/question.ts";
import { PARALLEL_VERSIONS } from "./ranking.ts";

interface Scored {
  readonly file: number;
  readonly score: number;
}

interface Version<Entry extends Scored> {
  readonly entry: Entry;
  /** The path up to and including the folder that differs. */
  readonly folder: string;
}

/**
 * Puts main versions first: parallel versions with about the same score as the best of them exchange their
 * scores, so that the folder with most files goes first, and of equal ones the one that ranked first.
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
  for (const versions of closeVersions(ranked.slice(0, PARALLEL_VERSIONS.files), paths)) {
    const isNamed = versions.some(({ folder }) => isNamedBy(lastName(folder), distinctTokens));
    if (isNamed || versions.some(({ entry }) => moved.has(entry.file))) continue;
    const parallel = await withSameNames(versions, snapshot);
    const bySize = parallel
      .map((version) => ({ ...version, size: filesIn(version.folder, paths) }))
      .sort((left, right) => right.size - left.size);
    for (const [at, { entry }] of bySize.entries()) {
      const place = parallel[at] as Version<Entry>;
      moved.add(entry.file);
      ordered[positions.get(place.entry.file) as number] = { ...entry, score: place.entry.score };
    }
  }
  return ordered;
}

/** Files at the same path but for one folder, best first, that score about as high as the best of them. */
function closeVersions<Entry extends Scored>(
  ranked: readonly Entry[],
  paths: readonly string[],
): Version<Entry>[][] {
  const byPattern = new Map<string, Version<Entry>[]>();
  for (const entry of ranked) {
    const names = (paths[entry.file] as string).split("/");
    for (let at = Math.max(0, names.length - 1 - PARALLEL_VERSIONS.folders); at < names.length - 1; at++) {
      const folder = names.slice(0, at + 1).join("/");
      const pattern = [...names.slice(0, at), "", ...names.slice(at + 1)].join("/");
      const versions = byPattern.get(pattern) ?? [];
      if (entry.score >= PARALLEL_VERSIONS.closeShare * (versions[0]?.entry.score ?? 0))
        byPattern.set(pattern, [...versions, { entry, folder }]);
    }
  }
  return [...byPattern.values()].filter(({ length }) => length > 1);
}

/** The first version, and those that define mostly the same names. */
async function withSameNames<Entry extends Scored>(
  versions: readonly Version<Entry>[],
  snapshot: Snapshot,
): Promise<Version<Entry>[]> {
  const contents = await snapshot.contents(versions.map(({ entry }) => entry.file));
  const names = contents.map(({ symbols }) => new Set(symbols.map(({ name }) => name)));
  const [first = new Set<string>()] = names;
  return versions.filter((_, at) => {
    const other = names[at] as ReadonlySet<string>;
    const shared = [...other].filter((name) => first.has(name)).length;
    return (
      shared >= PARALLEL_VERSIONS.leastNames &&
      shared >= PARALLEL_VERSIONS.namesShare * Math.min(first.size, other.size)
    );
  });
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

function lastName(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

/** Number of indexed files below a folder. `paths` are sorted, so they are one range. */
function filesIn(folder: string, paths: readonly string[]): number {
  // "0" follows "/".
  return firstFrom(paths, `${folder}0`) - firstFrom(paths, `${folder}/`);
}

/** Position of the first path that is not before `wanted`. */
function firstFrom(paths: readonly string[], wanted: string): number {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
