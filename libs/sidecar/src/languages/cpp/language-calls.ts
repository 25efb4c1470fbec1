/** Methods that C++ calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

const CONSTRUCTORS = { kinds: new Set(["constructor"] as const) };
/** `operator bool`: the name of a type, not of something done with memory. */
const CONVERSION = /^operator\s*(?!(?:new|delete|co_await|and|or|not|xor|bitand|bitor|compl)\b)[\p{L}_:]/u;

export const CPP_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^operator\s*(?:[-+*/%^&|~!=<>,]|->|(?:and|or|not|xor|bitand|bitor|compl)\b)/ },
  { kind: "conversion", name: CONVERSION },
  { kind: "subscript", name: /^operator\s*\[/ },
  { kind: "call", name: /^operator\s*\(/ },
  { kind: "literal", name: /^operator\s*""/ },
  { kind: "access", name: /^operator\s*(?:->|\*)/ },
  { kind: "lifetime", name: /^(?:~|operator\s*(?:new|delete)\b)/ },
  { kind: "hook", name: /^operator\s*co_await\b/ },
  // Constructors run for copies and conversions that the text does not name.
  { kind: "lifetime", ...CONSTRUCTORS },
  languageCall("iteration", "begin cbegin cend end"),
  languageCall("destructuring", "get"),
  languageCall(
    "hook",
    "await_ready await_resume await_suspend final_suspend get_return_object initial_suspend return_value " +
      "return_void unhandled_exception yield_value",
  ),
  languageCall("start", "main WinMain wWinMain DllMain wmain"),
  { kind: "start", signature: /__attribute__\s*\(\(\s*_*(?:con|de)structor/ },
];
