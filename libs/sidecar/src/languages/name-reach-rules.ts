/** How far names reach, by language. For languages that are not listed, nothing can be proven by names. */
import type { NameReachRule } from "../name-reach.ts";
import { ECMA_LANGUAGES } from "./ecma/profile.ts";
import { ecmaReach } from "./ecma/name-reach.ts";
import { goReach } from "./go/name-reach.ts";
import { javaReach } from "./java/name-reach.ts";
import { pythonReach } from "./python/name-reach.ts";

const RULES: ReadonlyMap<string, NameReachRule> = new Map<string, NameReachRule>([
  ...ECMA_LANGUAGES.map((id): [string, NameReachRule] => [id, ecmaReach]),
  ["python", pythonReach],
  ["go", goReach],
  ["java", javaReach],
]);

/** Undefined for a language without a rule. */
export function nameReachRuleOf(language: string): NameReachRule | undefined {
  return RULES.get(language);
}
