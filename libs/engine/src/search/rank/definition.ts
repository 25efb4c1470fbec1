/** Scores how well a symbol is the definition that a question looks up. Pure. */
import type { SymbolKind } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { isCompound } from "../../lexical/tokens.ts";
import { VALUE_KINDS } from "../parse/declaration-keywords.ts";
import type { DefinitionQuery } from "../parse/definition-query.ts";
import { DEFINITION_SHARES } from "./ranking.ts";

const VALUES: ReadonlySet<SymbolKind> = new Set(VALUE_KINDS);
/** Headings and keys of data define nothing. */
const NO_DEFINITIONS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["section"]);
/** Kinds around a symbol that do not make it a member. */
const CONTAINERS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["module", "namespace"]);

/** Whether a kind of symbol holds a value. */
export function isValueKind(kind: SymbolKind): boolean {
  return VALUES.has(kind);
}

/** A definition of e^5 ≈ 150 lines counts fully, as far as its length is concerned. */
const LONG = 5;

/**
 * From 0 to 1; 0 for a symbol of another name, and for one of another kind if only its kind can be meant.
 *
 * @param symbols all symbols of the file
 */
export function definitionScore(
  symbol: SymbolFact,
  symbols: readonly SymbolFact[],
  query: DefinitionQuery,
): number {
  const { name, kind, label, startLine, endLine } = symbol;
  if (name !== query.name || NO_DEFINITIONS.has(kind)) return 0;
  const { inner, short } = DEFINITION_SHARES;
  const place =
    query.qualifier.length > 0
      ? inner + (1 - inner) * qualifierShare(label, query.qualifier)
      : isMember(symbol, symbols)
        ? inner
        : 1;
  const length = Math.min(1, Math.log1p(endLine - startLine) / LONG);
  return kindShare(kind, query) * place * (short + (1 - short) * length);
}

function kindShare(kind: SymbolKind, { name, kinds, isStrict }: DefinitionQuery): number {
  const { alikeKind, otherKind, value } = DEFINITION_SHARES;
  if (kinds?.exact.has(kind)) return 1;
  if (isStrict) return 0;
  if (kinds) return kinds.alike.has(kind) ? alikeKind : otherKind;
  return isValueKind(kind) && !isCompound(name) && !/^\p{Lu}+$/u.test(name) ? value : 1;
}

/** Highest score among symbols. */
export function bestDefinition(symbols: readonly SymbolFact[], query: DefinitionQuery): number {
  let best = 0;
  for (const symbol of symbols) best = Math.max(best, definitionScore(symbol, symbols, query));
  return best;
}

function isMember({ parent }: SymbolFact, symbols: readonly SymbolFact[]): boolean {
  for (let at = parent; at !== -1; at = symbols[at]?.parent ?? -1)
    if (!CONTAINERS.has((symbols[at] as SymbolFact).kind)) return true;
  return false;
}

/** Share of the question's qualifier that ends the label before the name, ignoring case. */
function qualifierShare(label: string, qualifier: readonly string[]): number {
  const parts = label.toLowerCase().split(".").slice(0, -1);
  const wanted = qualifier.map((part) => part.toLowerCase());
  let matching = 0;
  while (matching < wanted.length && parts.at(-1 - matching) === wanted.at(-1 - matching)) matching++;
  return matching / wanted.length;
}
