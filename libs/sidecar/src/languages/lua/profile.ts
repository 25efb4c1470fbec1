/** What Lua's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";

export const luaProfile: Partial<LanguageProfile> = {
  literalMethods: new Set("byte char dump gmatch gsub len rep upper lower".split(" ")),
};
