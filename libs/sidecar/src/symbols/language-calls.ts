/** How a language calls a definition by itself, by the rules of its profile. Pure. */
import { LANGUAGE_CALL_KINDS, type LanguageCallKind, type SymbolKind } from "@satori/contracts";
import type { SymbolFact } from "../facts.ts";
import type { LanguageCallRule } from "../language-profile.ts";
import { profileOf } from "../languages/profiles.ts";

const KINDS: ReadonlySet<SymbolKind> = new Set(["function", "method", "property"]);

/**
 * The ways in which a language calls a definition without a call that names it, in the order of
 * `LANGUAGE_CALL_KINDS`.
 *
 * @param around the symbol around the definition; null at the top level
 */
export function languageCallsOf(
  language: string,
  symbol: Pick<SymbolFact, "kind" | "name" | "signature">,
  around: Pick<SymbolFact, "label" | "signature"> | null,
): readonly LanguageCallKind[] {
  const type = around === null ? "" : (around.signature ?? around.label);
  const fits = ({ names, name, signature, type: inType, kinds = KINDS }: LanguageCallRule): boolean =>
    kinds.has(symbol.kind) &&
    names?.has(symbol.name) !== false &&
    name?.test(symbol.name) !== false &&
    signature?.test(symbol.signature ?? symbol.name) !== false &&
    inType?.test(type) !== false;
  const found = new Set(
    profileOf(language)
      .languageCalls.filter(fits)
      .map(({ kind }) => kind),
  );
  // The rules of hooks are wide: they say nothing about a method that has another kind.
  if (found.size > 1) found.delete("hook");
  return LANGUAGE_CALL_KINDS.filter((kind) => found.has(kind));
}
