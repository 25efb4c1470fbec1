/** Resolution rules by language. */
import type { ResolutionRules } from "../call-graph/resolution.ts";
import { cFamily } from "./c-family/resolution-rules.ts";
import { csharp } from "./csharp/resolution-rules.ts";
import { elixir } from "./elixir/resolution-rules.ts";
import { haskell } from "./haskell/resolution-rules.ts";
import { jvm } from "./jvm/resolution-rules.ts";
import { lua } from "./lua/resolution-rules.ts";
import { php } from "./php/resolution-rules.ts";
import { dart } from "./dart/resolution-rules.ts";
import { ECMA_LANGUAGES } from "./ecma/profile.ts";
import { ecma } from "./ecma/resolution/resolution-rules.ts";
import { go } from "./go/resolution-rules.ts";
import { byName } from "../call-graph/rules/defaults.ts";
import { python } from "./python/resolution-rules.ts";
import { ruby } from "./ruby/resolution-rules.ts";
import { rust } from "./rust/resolution/resolution-rules.ts";
import { scala } from "./scala/resolution-rules.ts";
import { solidity } from "./solidity/resolution-rules.ts";
import { swift } from "./swift/resolution-rules.ts";

const RULES: ReadonlyMap<string, ResolutionRules> = new Map<string, ResolutionRules>([
  ...ECMA_LANGUAGES.map((id): [string, ResolutionRules] => [id, ecma]),
  ["python", python],
  ["go", go],
  ["java", jvm],
  ["kotlin", jvm],
  ["csharp", csharp],
  ["php", php],
  ["ruby", ruby],
  ["rust", rust],
  ["c", cFamily],
  ["cpp", cFamily],
  ["dart", dart],
  ["solidity", solidity],
  ["swift", swift],
  ["scala", scala],
  ["elixir", elixir],
  ["haskell", haskell],
  ["lua", lua],
]);

/** The rules of a language; those for calls by name if it has none of its own. */
export function rulesOf(language: string): ResolutionRules {
  return RULES.get(language) ?? byName;
}

const JVM: ReadonlySet<string> = new Set(["java", "kotlin", "scala"]);

/** Whether code of one language may call code of another. */
export function mayCall(language: string, other: string): boolean {
  const rules = rulesOf(language);
  return (
    language === other ||
    (JVM.has(language) && JVM.has(other)) ||
    (rules !== byName && rules === rulesOf(other))
  );
}
