/** Methods that Swift calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const SWIFT_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^[^\p{L}\p{N}_`]+$/u },
  languageCall("operator", "hash hashValue encode"),
  languageCall("subscript", "subscript"),
  languageCall("conversion", "customMirror debugDescription description"),
  languageCall("iteration", "makeAsyncIterator makeIterator next"),
  languageCall("call", "callAsFunction dynamicallyCall"),
  languageCall("access", "projectedValue wrappedValue"),
  languageCall("lifetime", "deinit", { kinds: new Set(["function", "method", "constructor"]) }),
  {
    kind: "literal",
    name: /^init/,
    signature: /\b(?:\w+Literal|stringInterpolation)\b/,
    kinds: new Set(["constructor", "method", "function"]),
  },
  languageCall("literal", "appendInterpolation appendLiteral"),
  {
    kind: "hook",
    name: /^build(?:Array|Block|Either|Expression|FinalResult|LimitedAvailability|Optional|PartialBlock)$/,
  },
  languageCall("start", "main", { signature: /\bstatic\b/ }),
];
