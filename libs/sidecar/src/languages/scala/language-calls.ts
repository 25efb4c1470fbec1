/** Methods that Scala calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const SCALA_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^(?:unary_.*|[^\p{L}\p{N}_$`"]+|\w+_[^\p{L}\p{N}_$`"]+)$/u },
  languageCall("operator", "compare compareTo equals hashCode"),
  languageCall("call", "apply"),
  languageCall("destructuring", "_1 _2 _3 unapply unapplySeq"),
  languageCall("subscript", "update"),
  languageCall("iteration", "flatMap foreach map withFilter"),
  languageCall("conversion", "toString"),
  { kind: "conversion", signature: /\bimplicit\s+(?:\w+\s+)*def\b/ },
  { kind: "conversion", name: /^apply$/, type: /\bConversion\b/ },
  languageCall("access", "applyDynamic applyDynamicNamed selectDynamic updateDynamic"),
  { kind: "access", name: /\w_=$/ },
  languageCall("literal", "apply fromDigits s", { type: /\b(?:FromDigits|StringContext)\b/ }),
  languageCall("hook", "canEqual productElement readResolve"),
  languageCall("lifetime", "close finalize"),
  languageCall("start", "main"),
  { kind: "start", signature: /^@main\b/ },
];
