/** Methods that Solidity calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const SOLIDITY_CALLS: readonly LanguageCallRule[] = [
  languageCall("hook", "fallback receive"),
  { kind: "lifetime", name: /^constructor$/, kinds: new Set(["constructor"]) },
];
