/** What is special of a language about what its names mean that are not called. */
import { openBefore } from "../../lexical/brackets.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { ofBraces, ofHolder } from "./objects/between-brackets.ts";
import { resolveCName } from "../../languages/c-family/uses/c-names.ts";
import { resolveGoName } from "../../languages/go/uses/go-names.ts";
import { resolveJavaName } from "../../languages/java/uses/java-names.ts";
import { type UseResolution, OPEN } from "./use-resolution.ts";
import { ofExpected } from "./of-expected.ts";
import type { UseTarget } from "./use-target.ts";

type Meaning<Said> = (
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
) => Said;

export interface UseRules {
  /** What a name that stands alone means; null where labels and scopes tell. */
  readonly alone: Meaning<UseResolution | null>;
  /** Whether a name only says what stands beside it: what it means is no variable. */
  readonly isLabel: (written: WrittenName) => boolean;
  /** What stands alone between braces (`{ side }`) may be a member. */
  readonly putsByName: boolean;
  /** What a member means that is a label, or stands alone between braces. */
  readonly member: Meaning<UseResolution>;
  /** Types take arguments by their names (`Iterator<Item = u32>`). */
  readonly namesTypeArguments: boolean;
}

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
  ...["javascript", "typescript", "tsx", "vue", "svelte", "astro"].map((language): [string, UseRules] => [
    language,
    ECMA,
  ]),
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
