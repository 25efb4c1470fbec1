/** Methods that Dart calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const DART_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^(?!\[)[^\p{L}\p{N}_$]+$/u },
  languageCall("operator", "compareTo hashCode"),
  languageCall("subscript", "[] []="),
  languageCall("conversion", "toString"),
  languageCall("call", "call"),
  languageCall("access", "noSuchMethod"),
  languageCall("iteration", "current iterator moveNext"),
  languageCall("hook", "then toJson"),
  languageCall("start", "main"),
];
