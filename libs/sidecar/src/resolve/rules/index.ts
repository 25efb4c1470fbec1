/** Rules by language. */
import type { ResolutionRules } from "./resolution-rules.ts";
import { cFamily } from "./c-family.ts";
import { dart } from "./dart.ts";
import { ecma } from "./ecma/ecma.ts";
import { go } from "./go.ts";
import { csharp, jvm, php } from "./packages.ts";
import { byName } from "./by-name.ts";
import { elixir, haskell, lua } from "./modules.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust/rust.ts";
import { scala } from "./scala.ts";
import { solidity } from "./solidity.ts";
import { swift } from "./swift.ts";

const RULES: ReadonlyMap<string, ResolutionRules> = new Map<string, ResolutionRules>([
  ...["typescript", "tsx", "javascript", "vue", "svelte", "astro"].map((id): [string, ResolutionRules] => [
    id,
    ecma,
  ]),
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
