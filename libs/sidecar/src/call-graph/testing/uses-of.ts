/** Uses of a symbol as lines of text, for tests. */
import { analyze } from "../../analyze.ts";
import { languageById } from "../../languages/detect-language.ts";
import { codeOnly } from "../../lexical/code-only.ts";
import { usedNames } from "../../lexical/written-names.ts";
import { type AnalyzedFile, factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { namesFor } from "../uses/bound-name.ts";
import { resolveUse, scopeAround } from "../uses/uses.ts";
import { useTarget } from "../uses/use-target.ts";

/**
 * What each occurrence of a symbol's name means: `file:line` with the rule for a use, `?` if unknown.
 * Occurrences with another meaning are left out.
 */
export async function usesOf(
  tree: Readonly<Record<string, string>>,
  file: string,
  label: string,
): Promise<string[]> {
  const files: AnalyzedFile[] = [];
  for (const [path, text] of Object.entries(tree))
    files.push({ path, text, facts: await analyze(path, text) });
  const project = factsProject(files);
  const resolution = new Evaluator(project);
  const declaring = files.find(({ path }) => path === file);
  const symbol = declaring?.facts.symbols.find((candidate) => candidate.label === label);
  const thing =
    declaring && symbol
      ? useTarget(resolution, project.fileAt(file) as number, declaring.facts.symbols, symbol)
      : null;
  if (!thing || !symbol) throw new Error(`${file} declares no ${label}`);
  return files.flatMap(({ path, text, facts }) => {
    const at = project.fileAt(path) as number;
    const lexis = languageById(facts.language)?.lexicalRules;
    const written = lexis
      ? [...namesFor(resolution, at, symbol.name)].flatMap((name) =>
          usedNames(codeOnly(text, lexis), name, { symbols: facts.symbols }),
        )
      : [];
    return written.flatMap((place) => {
      const scope = scopeAround(resolution, at, facts.symbols, place);
      const meant = resolveUse(resolution, { file: at, scope }, place, thing);
      const told =
        meant.kind === "it" ? ` ${meant.via}${meant.confidence === "possible" ? " possible" : ""}` : "?";
      return meant.kind === "other" ? [] : [`${path}:${place.line}${told}`];
    });
  });
}
