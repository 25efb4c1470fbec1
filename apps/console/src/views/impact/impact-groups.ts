/** The lists of an impact in the groups that the page shows, and what it says about them. Pure. */
import { type VersionedPath } from "../../routing/route.ts";
import { rootOf, shortCommit } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";

export type ImpactAnswer = OkOf<"change_impact">;
export type Changed = ImpactAnswer["changed"][number];
export type AffectedFile = ImpactAnswer["affected"][number];
export type Affected = AffectedFile["symbols"][number];
export type Unknown = ImpactAnswer["unknown"][number];

/** The versions that links of an answer lead to. */
export interface ImpactVersions {
  readonly before: VersionedPath;
  readonly after: VersionedPath;
}

/** Diffs and plans have no version of their own: their files are those on disk. */
export function versionsOf(
  answer: Pick<ImpactAnswer, "path" | "effectiveRoot" | "baseCommit" | "headCommit">,
): ImpactVersions {
  const at = (commit: string | undefined): VersionedPath => ({
    path: rootOf(answer),
    ref: commit === undefined ? "" : shortCommit(commit),
  });
  return { before: at(answer.baseCommit), after: at(answer.headCommit) };
}

export interface ChangedFile {
  readonly file: string;
  readonly symbols: readonly Changed[];
}

/** Changed symbols by file: files in the order of their most dangerous change, symbols in the given order. */
export function changedFiles(changed: readonly Changed[]): ChangedFile[] {
  return [...groupBy(changed, ({ file }) => file)].map(([file, symbols]) => ({ file, symbols }));
}

/** What a user looks for in affected code. */
export interface AffectedFilter {
  /** Part of a file's or a symbol's name; case does not matter. */
  readonly text: string;
  readonly onlyMisfits: boolean;
}

/** The part of affected code that a filter leaves, in the given order. A file's name stands for all of it. */
export function filterAffected(
  files: readonly AffectedFile[],
  { text, onlyMisfits }: AffectedFilter,
): AffectedFile[] {
  const wanted = text.trim().toLowerCase();
  const isNamed = (name: string): boolean => name.toLowerCase().includes(wanted);
  return files.flatMap(({ file, symbols }) => {
    const remaining = symbols.filter(
      (one) => (isNamed(file) || isNamed(one.symbol ?? "")) && (!onlyMisfits || misfitsOf([one]) > 0),
    );
    return remaining.length === 0 ? [] : [{ file, symbols: remaining }];
  });
}

/** Number of shown lines that no longer fit. */
export function misfitsOf(symbols: readonly Affected[]): number {
  return symbols.reduce(
    (sum, { sites }) => sum + sites.filter(({ misfit }) => misfit !== undefined).length,
    0,
  );
}

/** Number of affected symbols at each distance, nearest first. */
export function distancesOf(files: readonly AffectedFile[]): (readonly [distance: number, count: number])[] {
  const symbols = files.flatMap((file) => file.symbols);
  return [...groupBy(symbols, ({ distance }) => distance)]
    .map(([distance, at]) => [distance, at.length] as const)
    .sort(([left], [right]) => left - right);
}

export interface UnknownGroup {
  /** Index of the changed symbol; null: about all of them. */
  readonly of: number | null;
  readonly items: readonly Unknown[];
}

/** What cannot be known, by changed symbol, in the given order. */
export function unknownGroups(unknown: readonly Unknown[]): UnknownGroup[] {
  return [...groupBy(unknown, ({ of = null }) => of)].map(([of, items]) => ({ of, items }));
}

/**
 * Whether a part of a long answer is open when the page shows it first: the first ones, until they have about
 * as many entries as a reader takes in.
 */
export function openAtFirst(sizes: readonly number[]): boolean[] {
  let before = 0;
  return sizes.map((size, at) => {
    const isOpen = at === 0 || before + size <= MOST_OPEN;
    before += size;
    return isOpen;
  });
}

const MOST_OPEN = 40;

/** Groups in the order of their first items. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
