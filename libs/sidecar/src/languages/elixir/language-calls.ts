/** Methods that Elixir calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

function of(protocols: string): { readonly type: RegExp } {
  return { type: new RegExp(`^defimpl\\W+(?:${protocols.replaceAll(" ", "|").replaceAll(".", "\\.")})\\b`) };
}

export const ELIXIR_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^[^\p{L}\p{N}_?!]+$/u },
  languageCall("conversion", "to_charlist to_string", of("List.Chars String.Chars")),
  languageCall("conversion", "inspect", of("Inspect")),
  languageCall("iteration", "count into member? reduce slice", of("Collectable Enumerable")),
  languageCall("subscript", "fetch get_and_update pop"),
  languageCall("hook", "exception message"),
  { kind: "hook", name: /^__\w+__$/ },
];
