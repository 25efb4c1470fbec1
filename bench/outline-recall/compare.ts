/** Compares the symbols of an outline with the declarations that an oracle finds. Pure. */
import type { SymbolKind } from "@satori/contracts";
import {
  type Declaration,
  type DeclarationKind,
  DECLARATION_KINDS,
  type LineRange,
  declarationKind,
  plainName,
} from "./declaration.ts";

/** What is compared of a symbol. */
export interface OutlineSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly nameLine: number;
}

export interface FileOutline {
  readonly file: string;
  readonly symbols: readonly OutlineSymbol[];
  /** Whether the outline's parser reported errors in the file. */
  readonly hasErrors: boolean;
}

/** Counts of declarations and symbols of one kind. */
export interface Tally {
  readonly kind: DeclarationKind;
  /** Declarations that an outline has to list, how many it lists, and how many of those as another kind. */
  readonly declared: number;
  readonly found: number;
  readonly otherKind: number;
  /** Symbols by their own kind, and how many of them are declarations, required or not. */
  readonly listed: number;
  readonly right: number;
}

/** A declaration that is not listed, or a symbol that is no declaration. */
export interface Difference {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly group: string;
  readonly hasErrors: boolean;
}

export interface Comparison {
  /** In the order of `DECLARATION_KINDS`, without kinds that do not occur. */
  readonly tallies: readonly Tally[];
  /** Sorted by file and line. */
  readonly missed: readonly Difference[];
  readonly extra: readonly Difference[];
}

/** Blocks that are named after the type that they belong to: they may be listed. */
const NAMELESS: ReadonlySet<SymbolKind> = new Set(["impl", "extension"]);

type Counts = { -readonly [Key in Exclude<keyof Tally, "kind">]: number };

/**
 * A symbol and a declaration match if they have the same name on the same line; each matches once, those of
 * the same kind and required ones first.
 *
 * @param declarations of the file
 * @param skipped lines whose symbols are not compared
 */
export function compareFile(
  { file, symbols, hasErrors }: FileOutline,
  declarations: readonly Declaration[],
  skipped: readonly LineRange[],
): Comparison {
  const counts = new Map<DeclarationKind, Counts>();
  const count = (kind: DeclarationKind, key: keyof Counts): void => {
    const own = counts.get(kind) ?? { declared: 0, found: 0, otherKind: 0, listed: 0, right: 0 };
    own[key]++;
    counts.set(kind, own);
  };
  const unmatched = new Map<string, OutlineSymbol[]>();
  for (const symbol of symbols) {
    const key = `${symbol.nameLine} ${plainName(symbol.name)}`;
    unmatched.set(key, [...(unmatched.get(key) ?? []), symbol]);
  }
  const matches = new Map<Declaration, OutlineSymbol>();
  const match = (declaration: Declaration, isSuitable: (symbol: OutlineSymbol) => boolean): void => {
    const candidates = unmatched.get(`${declaration.line} ${declaration.name}`) ?? [];
    const at = matches.has(declaration) ? -1 : candidates.findIndex(isSuitable);
    if (at !== -1) matches.set(declaration, ...(candidates.splice(at, 1) as [OutlineSymbol]));
  };
  const inOrder = [...declarations].sort(
    (left, right) => Number(left.optional === true) - Number(right.optional === true),
  );
  for (const one of inOrder) match(one, (symbol) => declarationKind(symbol.kind) === one.kind);
  for (const one of inOrder) match(one, () => true);

  const missed: Difference[] = [];
  for (const declaration of declarations) {
    const symbol = matches.get(declaration);
    if (symbol) count(declarationKind(symbol.kind), "listed");
    if (symbol) count(declarationKind(symbol.kind), "right");
    if (declaration.optional) continue;
    count(declaration.kind, "declared");
    if (symbol) count(declaration.kind, "found");
    else missed.push({ ...declaration, group: `${declaration.kind}: ${declaration.shape}`, hasErrors });
    if (symbol && declarationKind(symbol.kind) !== declaration.kind) count(declaration.kind, "otherKind");
  }
  const extra = [...unmatched.values()]
    .flat()
    .filter(({ kind }) => !NAMELESS.has(kind))
    .filter(({ nameLine }) => !skipped.some(([first, last]) => first <= nameLine && nameLine <= last))
    .map(({ name, kind, nameLine: line }): Difference => {
      count(declarationKind(kind), "listed");
      return { file, line, name, group: kind, hasErrors };
    });
  return { tallies: inTableOrder(counts), missed: sorted(missed), extra: sorted(extra) };
}

function inTableOrder(counts: ReadonlyMap<DeclarationKind, Counts>): Tally[] {
  return DECLARATION_KINDS.flatMap((kind) => {
    const own = counts.get(kind);
    return own ? [{ kind, ...own }] : [];
  });
}

function sorted(differences: readonly Difference[]): Difference[] {
  return [...differences].sort(
    (left, right) =>
      (left.file < right.file ? -1 : left.file > right.file ? 1 : 0) ||
      left.line - right.line ||
      (left.name < right.name ? -1 : left.name > right.name ? 1 : 0),
  );
}

/** The comparison of several files as one. */
export function joined(comparisons: readonly Comparison[]): Comparison {
  const counts = new Map<DeclarationKind, Counts>();
  for (const { kind, ...tally } of comparisons.flatMap(({ tallies }) => tallies)) {
    const own = counts.get(kind);
    if (own) for (const key of Object.keys(own) as (keyof Counts)[]) own[key] += tally[key];
    else counts.set(kind, { ...tally });
  }
  return {
    tallies: inTableOrder(counts),
    missed: sorted(comparisons.flatMap(({ missed }) => missed)),
    extra: sorted(comparisons.flatMap(({ extra }) => extra)),
  };
}

/** Sums of all kinds. */
export function total(tallies: readonly Tally[]): Omit<Tally, "kind"> {
  const sum = (key: keyof Counts): number => tallies.reduce((before, tally) => before + tally[key], 0);
  return {
    declared: sum("declared"),
    found: sum("found"),
    otherKind: sum("otherKind"),
    listed: sum("listed"),
    right: sum("right"),
  };
}

/** Differences of one group. */
export interface DifferenceGroup {
  readonly group: string;
  readonly count: number;
  /** How many of them are in files in which the outline's parser reported errors. */
  readonly inErrors: number;
  /** One in a file without errors, if there is one. */
  readonly example: Difference;
}

/** Groups of differences, the most frequent first, then by name. */
export function grouped(differences: readonly Difference[]): DifferenceGroup[] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const own = groups.get(difference.group);
    if (own) own.push(difference);
    else groups.set(difference.group, [difference]);
  }
  return [...groups]
    .map(([group, own]): DifferenceGroup => ({
      group,
      count: own.length,
      inErrors: own.filter(({ hasErrors }) => hasErrors).length,
      example: own.find(({ hasErrors }) => !hasErrors) ?? (own[0] as Difference),
    }))
    .sort((left, right) => right.count - left.count || (left.group < right.group ? -1 : 1));
}
