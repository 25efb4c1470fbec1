/** What Lua's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { LUA_CALLS } from "./language-calls.ts";

export const luaProfile: Partial<LanguageProfile> = {
  languageCalls: LUA_CALLS,
  literalMethods: new Set("byte char dump gmatch gsub len rep upper lower".split(" ")),
};
