/** Profiles by language; languages that are not listed have the default. */
import { DEFAULT_PROFILE, type LanguageProfile } from "../language-profile.ts";
import { BASH_CALLS } from "./bash/language-calls.ts";
import { C_CALLS } from "./c/language-calls.ts";
import { C_REGISTERING } from "./c-family/registering-calls.ts";
import { CPP_CALLS } from "./cpp/language-calls.ts";
import { ELIXIR_CALLS } from "./elixir/language-calls.ts";
import { GO_CALLS } from "./go/language-calls.ts";
import { GO_REGISTERING } from "./go/registering-calls.ts";
import { JAVA_REGISTERING } from "./java/registering-calls.ts";
import { HASKELL_CALLS } from "./haskell/language-calls.ts";
import { KOTLIN_CALLS } from "./kotlin/language-calls.ts";
import { POWERSHELL_CALLS } from "./powershell/language-calls.ts";
import { SOLIDITY_CALLS } from "./solidity/language-calls.ts";
import { SWIFT_CALLS } from "./swift/language-calls.ts";
import { ZIG_CALLS } from "./zig/language-calls.ts";
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
const C_FAMILY: Partial<LanguageProfile> = {
  checksArguments: "all",
  definedAgain: "all",
  unnamedTypes: TYPES,
  registeringCalls: C_REGISTERING,
};

const PROFILES: ReadonlyMap<string, LanguageProfile> = new Map(
  Object.entries({
    ...Object.fromEntries(ECMA_LANGUAGES.map((id) => [id, ecmaProfile])),
    typescript: { ...ecmaProfile, checksArguments: "all", dialects: ["tsx"] },
    tsx: { ...ecmaProfile, checksArguments: "all" },
    javascript: { ...ecmaProfile, declaresTypes: false },
    bash: { languageCalls: BASH_CALLS },
    c: { ...C_FAMILY, languageCalls: C_CALLS, seesHeadersOnly: true },
    cpp: { ...C_FAMILY, languageCalls: CPP_CALLS, callsMakeStructs: true },
    csharp: csharpProfile,
    dart: dartProfile,
    elixir: {
      languageCalls: ELIXIR_CALLS,
      importStatement: /^\s*(?:alias|import|require)\s+[A-Z]/,
      hasSymbols: true,
    },
    go: {
      checksArguments: "all",
      languageCalls: GO_CALLS,
      registeringCalls: GO_REGISTERING,
      unnamedTypes: TYPES,
    },
    haskell: { languageCalls: HASKELL_CALLS, classesAreInterfaces: true },
    java: javaProfile,
    kotlin: { checksArguments: "all", languageCalls: KOTLIN_CALLS, registeringCalls: JAVA_REGISTERING },
    lua: luaProfile,
    php: phpProfile,
    powershell: { languageCalls: POWERSHELL_CALLS },
    python: pythonProfile,
    ruby: rubyProfile,
    rust: rustProfile,
    scala: scalaProfile,
    solidity: { languageCalls: SOLIDITY_CALLS, callsMakeStructs: true },
    swift: { languageCalls: SWIFT_CALLS, callsMakeStructs: true },
    zig: { languageCalls: ZIG_CALLS },
  } satisfies Readonly<Record<string, Partial<LanguageProfile>>>).map(([id, profile]) => [
    id,
    { ...DEFAULT_PROFILE, ...profile },
  ]),
);

export function profileOf(language: string): LanguageProfile {
  return PROFILES.get(language) ?? DEFAULT_PROFILE;
}
