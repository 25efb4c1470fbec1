/** The head of a type in Java: names in it see none of the type's members. */
import { NONE } from "../../../call-facts/facts.ts";
import type { SymbolFact } from "../../../facts.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { WrittenPosition } from "../../../call-graph/uses/text-hooks.ts";

/** `ofLine`, or the scope around the type in whose head a place is. */
export function scopeOutsideHead(
  resolution: Resolution,
  file: FileId,
  { code, start }: WrittenPosition,
  ofLine: number,
  symbols: readonly SymbolFact[],
): number {
  const index = resolution.index(file);
  const { kind, symbol = NONE, parent = 0 } = index?.flow.scopes[ofLine] ?? {};
  const own = symbols[symbol];
  if (!own || (kind !== "class" && kind !== "interface")) return ofLine;
  HEAD.lastIndex = own.start;
  return HEAD.test(code) && start < HEAD.lastIndex - 1 ? parent : ofLine;
}

/** From the word in front of a type's name to its body: a record has brackets between. */
const HEAD = /\b(?:class|interface|enum|record)\s[^{]*\{/g;
