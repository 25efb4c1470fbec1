/** Methods that Haskell calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

const IN_INSTANCE = { type: /^instance\b/ };

export const HASKELL_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^[^\p{L}\p{N}_'"]+$/u, ...IN_INSTANCE },
  languageCall("operator", "compare fail fmap max min mappend mempty negate return", IN_INSTANCE),
  languageCall("conversion", "show showList showsPrec read readsPrec", IN_INSTANCE),
  languageCall("literal", "fromInteger fromLabel fromList fromListN fromRational fromString", IN_INSTANCE),
  languageCall("iteration", "enumFrom enumFromThen enumFromThenTo enumFromTo", IN_INSTANCE),
  languageCall("access", "getField", IN_INSTANCE),
  languageCall("start", "main", { type: /^$/ }),
];
