/** Methods that PHP calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const PHP_CALLS: readonly LanguageCallRule[] = [
  languageCall("conversion", "__toString count"),
  languageCall("access", "__call __callStatic __get __isset __set __unset"),
  languageCall("call", "__invoke"),
  languageCall("lifetime", "__clone __destruct"),
  languageCall("subscript", "offsetExists offsetGet offsetSet offsetUnset"),
  languageCall("iteration", "current getIterator key next rewind valid"),
  languageCall(
    "hook",
    "__debugInfo __serialize __set_state __sleep __unserialize __wakeup jsonSerialize __autoload",
  ),
];
