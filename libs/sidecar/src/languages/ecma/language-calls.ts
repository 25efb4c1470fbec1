/** Methods that JavaScript calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const ECMA_CALLS: readonly LanguageCallRule[] = [
  languageCall("conversion", "toLocaleString toString valueOf [Symbol.toPrimitive] [Symbol.toStringTag]"),
  languageCall("iteration", "next return throw [Symbol.asyncIterator] [Symbol.iterator]", {
    kinds: new Set(["method"]),
  }),
  languageCall("lifetime", "[Symbol.asyncDispose] [Symbol.dispose]"),
  languageCall("operator", "[Symbol.hasInstance]"),
  languageCall("hook", "then toJSON", { kinds: new Set(["method"]) }),
  // Other symbols of the language and of its runtimes.
  { kind: "hook", name: /^\[/ },
  { kind: "lifetime", signature: /^static(?:\s*\{|$)/, kinds: new Set(["method"]) },
];
