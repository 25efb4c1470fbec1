/** Methods that Lua calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const LUA_CALLS: readonly LanguageCallRule[] = [
  languageCall(
    "operator",
    "__add __band __bnot __bor __bxor __concat __div __eq __idiv __le __len __lt __mod __mul __pow __shl " +
      "__shr __sub __unm",
  ),
  languageCall("access", "__index __newindex"),
  languageCall("subscript", "__index __newindex"),
  languageCall("call", "__call"),
  languageCall("conversion", "__name __tostring"),
  languageCall("lifetime", "__close __gc"),
  languageCall("iteration", "__ipairs __iter __pairs"),
  { kind: "hook", name: /^__(?:metatable|mode)$/ },
];
