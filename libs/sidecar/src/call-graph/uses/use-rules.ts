/** Language-specific rules for names that are not called. */
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

/** Rules of one language. */
export interface UseRules {
  /** The meaning of a name without an object; null where the common rules for labels and scopes apply. */
  readonly alone: Meaning<UseResolution | null>;
  /** Whether a name only labels what follows it, so that it is no variable. */
  readonly isLabel: (written: WrittenName) => boolean;
  /** Whether a name alone between braces (`{ side }`) may be a member. */
  readonly putsByName: boolean;
  /** The meaning of a member that is a label or alone between braces. */
  readonly member: Meaning<UseResolution>;
  /** Whether types have named arguments (`Iterator<Item = u32>`). */
  readonly namesTypeArguments: boolean;
}

// For languages whose text shows neither the type of a literal nor of a destructured object.
const ELSEWHERE: UseRules = {
  alone: () => null,
  isLabel: ({ isKey }) => isKey,
  putsByName: true,
  member: () => OPEN,
  namesTypeArguments: false,
};

/** In TypeScript, a name with a type annotation looks like a key. */
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
  // Any expression may precede a colon.
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
