/** Methods that Java calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

const NO_ARGUMENTS = { signature: /\(\s*\)/ };

export const JAVA_CALLS: readonly LanguageCallRule[] = [
  languageCall("operator", "compare compareTo equals hashCode"),
  languageCall("conversion", "toString", NO_ARGUMENTS),
  languageCall("iteration", "hasNext iterator next", NO_ARGUMENTS),
  languageCall("lifetime", "clone close finalize", NO_ARGUMENTS),
  languageCall("hook", "readExternal readObject readResolve writeExternal writeObject writeReplace"),
  languageCall("start", "main agentmain premain", { signature: /\bstatic\b/ }),
];
