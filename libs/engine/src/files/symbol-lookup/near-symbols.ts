/**
 * What may have been meant by a name that nothing has: for whoever asked to choose from, never taken for it.
 */
import type { SymbolCandidate } from "@satori/contracts";
import { isSymbolId } from "@satori/sidecar";
import { TYPOS, closestNames } from "../../lexical/edit-distance.ts";
import type { Snapshot } from "../../store/store.ts";
import { type SymbolMatch, type SymbolSearchArea, findSymbols, sortCandidates } from "./find-symbol.ts";
import { MAX_PARTS, locatedName, distinctivePart } from "./written-name.ts";

/** Of a name that more have, none is meant more than the others. */
const MAX_NEAR = 5;

/**
 * Symbols of the codebase, at most five: those of that name outside of the folder that was asked about; else
 * those whose name is a slip or two away, or that have it behind another class or module; of an id, the one
 * that has it. None where there would be more; of many functions of one name in a file the first stands for
 * all. By file, start line, label, id.
 *
 * @param place that was asked about and has no such symbol
 */
export async function nearSymbols(
  snapshot: Snapshot,
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

/** Of many functions of one name the first. */
function onceEach(found: readonly SymbolMatch[]): readonly SymbolMatch[] {
  if (found.length <= MAX_NEAR) return found;
  const seen = new Set<string>();
  return found.filter(({ file, symbolLabel }) => seen.size < seen.add(`${file} ${symbolLabel}`).size);
}

/** Behind a file: what is around another line says nothing of this one. */
function isLine(asked: string): boolean {
  return typeof locatedName(asked)?.line === "number";
}

async function similar(
  snapshot: Snapshot,
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
  // Of a short name any other is but a slip away.
  const [least, most] = [last.length - TYPOS.slips, last.length + TYPOS.slips];
  const names = isShort ? [last] : closestNames(last, await snapshot.symbolNames(least, most, check), check);
  const qualified = await found(
    snapshot,
    names.map((near) => qualifier + near),
    place,
  );
  if (qualified.length > 0 || qualifier === "") return qualified;
  const all = await found(snapshot, names, place);
  // Of `RestrictedQueryset.restrict`, what is behind a class that is spelled alike comes before all others of
  // the name.
  const qualifierOf = (label: string): string => label.slice(0, label.lastIndexOf(".") + 1);
  const alike = all.filter(
    ({ symbolLabel }) => closestNames(qualifier, [qualifierOf(symbolLabel)], check).length > 0,
  );
  return alike.length > 0 ? alike : all;
}

/**
 * `Body.new` of `axum.body.Body.new`: a module may give on what others define, and be one of those that the
 * codebase uses.
 */
async function withoutPlace(
  snapshot: Snapshot,
  around: readonly string[],
  last: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  // As many parts as are looked at of a name that fits.
  for (let left = Math.max(1, around.length - MAX_PARTS); left < around.length; left++) {
    const inner = await findSymbols(snapshot, [...around.slice(left), last].join("."), place);
    if (inner.length > 0) return inner;
  }
  return [];
}

async function found(
  snapshot: Snapshot,
  names: readonly string[],
  place: SymbolSearchArea,
): Promise<SymbolMatch[]> {
  const symbols: SymbolMatch[] = [];
  for (const name of names)
    for (const symbol of await findSymbols(snapshot, name, place)) symbols.push(symbol);
  return sortCandidates(symbols, place.check);
}

/**
 * What an answer says of them; empty where there are none.
 *
 * @param relation to what was asked for
 * @param how to ask for one of them
 */
export function nearNote(
  near: readonly SymbolCandidate[],
  { relation = "Similar", how }: { readonly relation?: string; readonly how: string },
): string {
  if (near.length === 0) return "";
  const listed = near
    .map(({ symbolLabel, file, span }) => `${symbolLabel} (${file}:${span.startLine})`)
    .join(", ");
  return ` ${relation}: ${listed}. ${how}.`;
}
