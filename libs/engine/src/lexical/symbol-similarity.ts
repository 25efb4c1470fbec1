/** When two symbols of different versions may be the same one, for all that follow symbols. Pure. */
import { type SymbolKind, isFunctionKind } from "@satori/contracts";

/**
 * Least share of common tokens (`similarity`) without the names.
 *
 * Git takes a file for a renamed one from .5. A body of the same name needs less; one that only stands at the
 * same lines as much; one without anything else more, since short functions resemble each other. A body under
 * another name in another file has to be almost equal.
 */
export const LEAST_SIMILARITY = { sameName: 0.4, sameLines: 0.5, otherName: 0.6, moved: 0.9 } as const;
/** Shorter bodies that have another name must be equal: a getter resembles all others. */
export const MIN_TOKENS = 12;

/** Signs resemble each other in all code. */
export function isWord(token: string): boolean {
  return /[\p{L}\p{N}]/u.test(token);
}

/** Methods become functions, and structs classes; a function does not become a type. */
export function isSimilarKind(left: SymbolKind, right: SymbolKind): boolean {
  return left === right || kindGroup(left) === kindGroup(right);
}

export function kindGroup(kind: SymbolKind): "function" | "value" | "type" | "section" {
  if (isFunctionKind(kind) || kind === "macro") return "function";
  if (VALUES.has(kind)) return "value";
  return kind === "section" ? "section" : "type";
}

const VALUES: ReadonlySet<SymbolKind> = new Set([
  "property",
  "field",
  "variable",
  "constant",
  "enum_member",
  "event",
]);
