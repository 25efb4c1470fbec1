/** Scores how well a symbol is the definition that a question looks up. Pure. */
import type { SymbolKind } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { isCompound } from "../../lexical/tokens.ts";
import type { DefinitionQuery } from "../parse/definition-query.ts";
import { DEFINITION_SHARES } from "./ranking.ts";

/** Kinds that hold a value; many of them have the name of what they hold. */
const VALUES: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "variable",
  "constant",
  "field",
  "property",
  "enum_member",
  "section",
]);

/** Whether a kind of symbol holds a value. */
export function isValueKind(kind: SymbolKind): boolean {
  return VALUES.has(kind);
}

/** A definition of e^5 ≈ 150 lines is the main one, as far as its length says. */
const LONG = 5;

/** From 0 to 1; 0 for a symbol of another name. */
export function definitionScore(
  { name, kind, label, parent, startLine, endLine }: SymbolFact,
  query: DefinitionQuery,
): number {
  if (name !== query.name) return 0;
  const { alikeKind, otherKind, value, inner, short } = DEFINITION_SHARES;
  const length = Math.min(1, Math.log1p(endLine - startLine) / LONG);
  return (
    (query.kinds
      ? query.kinds.exact.has(kind)
        ? 1
        : query.kinds.all.has(kind)
          ? alikeKind
          : otherKind
      : isValueKind(kind) && !isCompound(name) && !/^\p{Lu}+$/u.test(name)
        ? value
        : 1) *
    (query.qualifier.length > 0
      ? inner + (1 - inner) * qualifierShare(label, query.qualifier)
      : parent === -1
        ? 1
        : inner) *
    (short + (1 - short) * length)
  );
}

/** Highest score among symbols. */
export function bestDefinition(symbols: readonly SymbolFact[], query: DefinitionQuery): number {
  let best = 0;
  for (const symbol of symbols) best = Math.max(best, definitionScore(symbol, query));
  return best;
}

/** Share of the question's qualifier that ends the label before the name, ignoring case. */
function qualifierShare(label: string, qualifier: readonly string[]): number {
  const parts = label.toLowerCase().split(".").slice(0, -1);
  const wanted = qualifier.map((part) => part.toLowerCase());
  let matching = 0;
  while (matching < wanted.length && parts.at(-1 - matching) === wanted.at(-1 - matching)) matching++;
  return matching / wanted.length;
}
