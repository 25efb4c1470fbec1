/** What is special of a language about what its names mean that are not called. */
import { openBefore } from "../../lexis/brackets.ts";
import type { WrittenName } from "../../lexis/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { ofBraces, ofHolder } from "./objects/between-brackets.ts";
import { meantInC } from "./c/meant-in-c.ts";
import { meantInGo } from "./go/meant-in-go.ts";
import { meantInJava } from "./java/meant-in-java.ts";
import { type Meant, OPEN } from "./meant.ts";
import { ofExpected } from "./of-expected.ts";
import type { UsedThing } from "./used-thing.ts";

type Meaning<Said> = (
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UsedThing,
) => Said;

export interface UseRules {
  /** What a name that stands alone means; null where labels and scopes tell. */
  readonly alone: Meaning<Meant | null>;
  /** Whether a name only says what stands beside it: what it means is no variable. */
  readonly isLabel: (written: WrittenName) => boolean;
  /** What stands alone between braces (`{ side }`) may be a member. */
  readonly putsByName: boolean;
  /** What a member means that is a label, or stands alone between braces. */
  readonly member: Meaning<Meant>;
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

const C: UseRules = { ...ELSEWHERE, alone: meantInC, putsByName: false };

const BY_LANGUAGE: ReadonlyMap<string, UseRules> = new Map([
  ...["javascript", "typescript", "tsx", "vue", "svelte", "astro"].map((language): [string, UseRules] => [
    language,
    ECMA,
  ]),
  // In front of a colon may stand any expression.
  ["go", { ...ELSEWHERE, alone: meantInGo, isLabel: () => false, putsByName: false }],
  [
    "python",
    { ...ELSEWHERE, isLabel: ({ isArgument }) => isArgument, member: (...asked) => ofHolder("(", ...asked) },
  ],
  ["rust", { ...ELSEWHERE, member: (...asked) => ofHolder("{", ...asked), namesTypeArguments: true }],
  ["java", { ...ELSEWHERE, alone: meantInJava, putsByName: false }],
  ["c", C],
  ["cpp", C],
  ["swift", { ...ELSEWHERE, alone: ofExpected }],
]);

export function useRulesOf(language: string): UseRules {
  return BY_LANGUAGE.get(language) ?? ELSEWHERE;
}
