/** Profiles by language; languages that are not listed have the default. */
import { DEFAULT_PROFILE, type LanguageProfile } from "../language-profile.ts";
import { csharpProfile } from "./csharp/profile.ts";
import { dartProfile } from "./dart/profile.ts";
import { ECMA_LANGUAGES, ecmaProfile } from "./ecma/profile.ts";
import { javaProfile } from "./java/profile.ts";
import { luaProfile } from "./lua/profile.ts";
import { phpProfile } from "./php/profile.ts";
import { pythonProfile } from "./python/profile.ts";
import { rubyProfile } from "./ruby/profile.ts";
import { rustProfile } from "./rust/profile.ts";
import { scalaProfile } from "./scala/profile.ts";

const TYPES = ["class", "interface"] as const;
/** Conditional compilation may define anything twice. */
const C_FAMILY: Partial<LanguageProfile> = { definedAgain: "all", unnamedTypes: TYPES };

const PROFILES: ReadonlyMap<string, LanguageProfile> = new Map(
  Object.entries({
    ...Object.fromEntries(ECMA_LANGUAGES.map((id) => [id, ecmaProfile])),
    typescript: { ...ecmaProfile, dialects: ["tsx"] },
    javascript: { ...ecmaProfile, declaresTypes: false },
    c: { ...C_FAMILY, seesHeadersOnly: true },
    cpp: { ...C_FAMILY, callsMakeStructs: true },
    csharp: csharpProfile,
    dart: dartProfile,
    elixir: { importStatement: /^\s*(?:alias|import|require)\s+[A-Z]/, hasSymbols: true },
    go: { unnamedTypes: TYPES },
    haskell: { classesAreInterfaces: true },
    java: javaProfile,
    lua: luaProfile,
    php: phpProfile,
    python: pythonProfile,
    ruby: rubyProfile,
    rust: rustProfile,
    scala: scalaProfile,
    solidity: { callsMakeStructs: true },
    swift: { callsMakeStructs: true },
  } satisfies Readonly<Record<string, Partial<LanguageProfile>>>).map(([id, profile]) => [
    id,
    { ...DEFAULT_PROFILE, ...profile },
  ]),
);

export function profileOf(language: string): LanguageProfile {
  return PROFILES.get(language) ?? DEFAULT_PROFILE;
}
