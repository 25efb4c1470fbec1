/** Use rules by language: what names mean that are not called. */
import { ofBraces, ofHolder } from "../call-graph/uses/objects/between-brackets.ts";
import { ofExpected, type UseRules } from "../call-graph/uses/use-rules.ts";
import { OPEN } from "../call-graph/uses/use-resolution.ts";
import { openBefore } from "../lexical/brackets.ts";
import { ECMA_LANGUAGES } from "./ecma/profile.ts";
import { resolveCName } from "./c-family/uses/c-names.ts";
import { resolveGoName } from "./go/uses/go-names.ts";
import { resolveJavaName } from "./java/uses/java-names.ts";

// Of which type a literal is, or what is taken apart, its text does not say.
const ELSEWHERE: UseRules = {
  alone: () => null,
  isLabel: ({ isKey }) => isKey,
  putsByName: true,
  member: () => OPEN,
  namesTypeArguments: false,
};

/** What has a type in TypeScript is written as keys are. */
const ECMA: UseRules = {
  ...ELSEWHERE,
  isLabel: ({ isKey, code, start }) => isKey && code[openBefore(code, start)] === "{",
  member: ofBraces,
};

const C: UseRules = { ...ELSEWHERE, alone: resolveCName, putsByName: false };

const BY_LANGUAGE: ReadonlyMap<string, UseRules> = new Map([
  ...ECMA_LANGUAGES.map((id): [string, UseRules] => [id, ECMA]),
  // In front of a colon may stand any expression.
  ["go", { ...ELSEWHERE, alone: resolveGoName, isLabel: () => false, putsByName: false }],
  [
    "python",
    { ...ELSEWHERE, isLabel: ({ isArgument }) => isArgument, member: (...asked) => ofHolder("(", ...asked) },
  ],
  ["rust", { ...ELSEWHERE, member: (...asked) => ofHolder("{", ...asked), namesTypeArguments: true }],
  ["java", { ...ELSEWHERE, alone: resolveJavaName, putsByName: false }],
  ["c", C],
  ["cpp", C],
  ["swift", { ...ELSEWHERE, alone: ofExpected }],
]);

export function useRulesOf(language: string): UseRules {
  return BY_LANGUAGE.get(language) ?? ELSEWHERE;
}
