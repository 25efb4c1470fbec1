/**
 * Suggests symbols for a name that does not exist. Suggestions are only shown, never used in place of the
 * name.
 */
import type { SymbolCandidate } from "@satori/contracts";
import { isSymbolId } from "@satori/sidecar";
import { TYPOS, closestNames } from "../../lexical/edit-distance.ts";
import type { CodeView } from "../../store/code-view.ts";
import { type SymbolMatch, type SymbolSearchArea, findSymbols, sortCandidates } from "./find-symbol.ts";
import { MAX_PARTS, locatedName, distinctivePart } from "./written-name.ts";

/** If more symbols match, none of them is a likely candidate. */
const MAX_NEAR = 5;

/**
 * At most five suggestions: symbols of that name outside the requested folder; else symbols whose name is one
 * or two typos away, or that have the name in another class or module. For a symbol id, the symbol with that
 * id. Empty if more than five match; of many functions with one name in a file, only the first counts. Sorted
 * by file, start line, label, id.
 *
 * @param place the requested folder, which has no such symbol
 */
export async function nearSymbols(
  snapshot: CodeView,
  asked: string,
  { folder, check }: SymbolSearchArea,
): Promise<readonly SymbolCandidate[]> {
  if (isLine(asked)) return [];
  const anywhere = { folder: "", check };
  const elsewhere = folder === "" ? [] : await findSymbols(snapshot, asked, anywhere);
  const found = onceEach(
    elsewhere.length > 0 || isSymbolId(asked)
      ? elsewhere
      : await similar(snapshot, distinctivePart(asked), anywhere),
  );
  return found.length > MAX_NEAR ? [] : found.map(({ fact: _fact, ...candidate }) => candidate);
}

/** Keeps only the first of several symbols with the same file and label. */
function onceEach(found: readonly SymbolMatch[]): readonly SymbolMatch[] {
  if (found.length <= MAX_NEAR) return found;
  const seen = new Set<string>();
  return found.filter(({ file, symbolLabel }) => seen.size < seen.add(`${file} ${symbolLabel}`).size);
}

/** Whether the request is a line of a file: symbols around other lines would be no help. */
function isLine(asked: string): boolean {
  return typeof locatedName(asked)?.line === "number";
}

async function similar(
  snapshot: CodeView,
  name: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  const { check } = place;
  const dot = name.lastIndexOf(".");
  const [qualifier, last] = [name.slice(0, dot + 1), name.slice(dot + 1)];
  const inner = await withoutPlace(snapshot, qualifier.slice(0, -1).split("."), last, place);
  if (inner.length > 0) return inner;
  const isShort = last.length < TYPOS.leastChars;
  if (isShort && qualifier === "") return [];
  // Every short name is within a typo of many others.
  const [least, most] = [last.length - TYPOS.slips, last.length + TYPOS.slips];
  const names = isShort ? [last] : closestNames(last, await snapshot.symbolNames(least, most, check), check);
  const qualified = await found(
    snapshot,
    names.map((near) => qualifier + near),
    place,
  );
  if (qualified.length > 0 || qualifier === "") return qualified;
  const all = await found(snapshot, names, place);
  // For `RestrictedQueryset.restrict`, members of a similarly spelled class come before all others of that
  // name.
  const qualifierOf = (label: string): string => label.slice(0, label.lastIndexOf(".") + 1);
  const alike = all.filter(
    ({ symbolLabel }) => closestNames(qualifier, [qualifierOf(symbolLabel)], check).length > 0,
  );
  return alike.length > 0 ? alike : all;
}

/**
 * Finds `Body.new` for `axum.body.Body.new`: a module may re-export definitions of others, or be a dependency
 * of the codebase.
 */
async function withoutPlace(
  snapshot: CodeView,
  around: readonly string[],
  last: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  // Tries as many parts as the lookup of a name examines.
  for (let left = Math.max(1, around.length - MAX_PARTS); left < around.length; left++) {
    const inner = await findSymbols(snapshot, [...around.slice(left), last].join("."), place);
    if (inner.length > 0) return inner;
  }
  return [];
}

async function found(
  snapshot: CodeView,
  names: readonly string[],
  place: SymbolSearchArea,
): Promise<SymbolMatch[]> {
  const symbols: SymbolMatch[] = [];
  for (const name of names)
    for (const symbol of await findSymbols(snapshot, name, place)) symbols.push(symbol);
  return sortCandidates(symbols, place.check);
}

/**
 * The sentence of an answer about suggestions; empty if there are none.
 *
 * @param relation how the suggestions relate to the request
 * @param how how to select one of them, as an imperative
 */
export function nearNote(
  near: readonly SymbolCandidate[],
  { relation = "Similar", how }: { readonly relation?: string; readonly how: string },
): string {
  if (near.length === 0) return "";
  const listed = near
    .map(({ symbolLabel, file, span }) => `${symbolLabel} (${file}:${span.startLine})`)
    .join(", ");
  return ` ${relation}: ${listed}. To select ${near.length === 1 ? "it" : "one"}, ${how}.`;
}
