/**
 * The scope that contains a position, as far as call facts and text show it: functions without a name are no
 * symbols.
 */
import type { SymbolFact } from "../../facts.ts";
import { textHooksOf } from "../../languages/text-hooks.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { WrittenPosition } from "./text-hooks.ts";

/** The innermost scope around a position in a file. @param symbols all symbols of the file */
export function scopeAround(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  place: WrittenPosition,
): number {
  const index = resolution.index(file);
  const known = index?.siteAt(place.start)?.scope;
  if (known !== undefined) return known;
  const ofLine = scopeAtLine(resolution, file, symbols, place.line);
  const { scopeAround: refine } = textHooksOf(resolution.project.language(file));
  return refine ? refine(resolution, file, place, ofLine, symbols) : ofLine;
}

/** The innermost scope with a symbol that contains a line; the file's scope if there is none. */
function scopeAtLine(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  line: number,
): number {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let found = 0;
  for (const [at, { symbol }] of scopes.entries()) {
    const own = symbols[symbol];
    if (own && own.startLine <= line && line <= own.endLine) found = at;
  }
  return found;
}
