/** Methods that C calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const C_CALLS: readonly LanguageCallRule[] = [
  languageCall("start", "main WinMain wWinMain DllMain wmain _start"),
  { kind: "start", signature: /__attribute__\s*\(\(\s*_*(?:con|de)structor/ },
  { kind: "lifetime", signature: /__attribute__\s*\(\(\s*_*cleanup/ },
];
