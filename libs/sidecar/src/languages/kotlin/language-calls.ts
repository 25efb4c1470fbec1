/** Methods that Kotlin calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

/** Overrides are operators without the word if what they override has it. */
const OPERATOR = { signature: /\b(?:operator|override)\b/ };
const OVERRIDE = { signature: /\boverride\b/ };

export const KOTLIN_CALLS: readonly LanguageCallRule[] = [
  languageCall(
    "operator",
    "compareTo contains dec div divAssign inc minus minusAssign mod modAssign not plus plusAssign rangeTo " +
      "rangeUntil rem remAssign times timesAssign unaryMinus unaryPlus",
    OPERATOR,
  ),
  languageCall("operator", "equals hashCode", OVERRIDE),
  languageCall("subscript", "get set", OPERATOR),
  languageCall("iteration", "hasNext iterator next", OPERATOR),
  { kind: "destructuring", name: /^component\d+$/ },
  languageCall("call", "invoke", OPERATOR),
  languageCall("access", "getValue provideDelegate setValue", OPERATOR),
  languageCall("conversion", "toString", OVERRIDE),
  languageCall("lifetime", "close finalize"),
  languageCall("start", "main"),
];
