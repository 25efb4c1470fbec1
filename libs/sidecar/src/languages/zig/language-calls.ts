/** Methods that Zig calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const ZIG_CALLS: readonly LanguageCallRule[] = [
  languageCall("conversion", "format jsonStringify"),
  languageCall("hook", "jsonParse panic"),
  languageCall("start", "main", { type: /^$/ }),
];
