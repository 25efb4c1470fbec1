/** Methods that Go calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

const IN_TYPE = { kinds: new Set(["method"] as const) };

export const GO_CALLS: readonly LanguageCallRule[] = [
  languageCall("conversion", "Error Format GoString Scan String", IN_TYPE),
  languageCall("operator", "Len Less Swap", IN_TYPE),
  languageCall(
    "hook",
    "AppendBinary AppendText GobDecode GobEncode MarshalBinary MarshalJSON MarshalText MarshalXML " +
      "MarshalYAML UnmarshalBinary UnmarshalJSON UnmarshalText UnmarshalXML UnmarshalYAML Value As Is Unwrap",
    IN_TYPE,
  ),
  languageCall("lifetime", "Close", { ...IN_TYPE, signature: /\(\) error/ }),
  languageCall("start", "init main", { kinds: new Set(["function"]) }),
];
