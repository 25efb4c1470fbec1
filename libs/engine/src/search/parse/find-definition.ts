/** Turns a question into a look-up of a definition, if it is one and the index has the definition. */
import { isAside } from "../../lexical/path-class.ts";
import { stemOf } from "../../lexical/path-tokens.ts";
import { tokenizeQuery } from "../../lexical/tokens.ts";
import type { Snapshot } from "../../store/store.ts";
import { bestDefinition } from "../rank/definition.ts";
import { RETRIEVER_LIMITS } from "../rank/ranking.ts";
import { type DefinitionQuery, definitionQueryOf } from "./definition-query.ts";
import type { Question } from "./question.ts";

/**
 * The question with its definition, or the same question. Its words are then the name and what is said about
 * it, without keywords and words of asking.
 *
 * The name is looked up as spelled, with a final `?` or `!` if it has one; then with other capitals; then as
 * its typos are corrected. A question that names a path is about the path.
 *
 * @param check called for each file and each symbol; may throw
 */
export async function withDefinition(
  question: Question,
  snapshot: Snapshot,
  check: () => void,
): Promise<Question> {
  if (question.mentionedPaths.length > 0) return question;
  const asked = definitionQueryOf(question.text);
  if (!asked) return question;
  for (const name of await spellings(asked, question, snapshot)) {
    const definition = { ...asked, name };
    const files = await definingFiles(snapshot, definition, check);
    if (files.size === 0) continue;
    const tokens = tokenizeQuery(definition.words.join(" "));
    const others = question.identifiers.filter((one) => one.name !== name);
    return {
      ...question,
      definition: { ...definition, files },
      tokens,
      distinctTokens: [...new Set(tokens)],
      identifiers: [...others, { name, certainty: 1 }],
    };
  }
  return question;
}

async function spellings(
  { name }: DefinitionQuery,
  { corrections }: Question,
  snapshot: Snapshot,
): Promise<readonly string[]> {
  const plain = name.replace(/[?!]$/, "");
  const corrected = corrections?.find(({ term }) => term === plain)?.meant ?? [];
  const inOtherCapitals = [...(await snapshot.namesInAnyCase(plain))].sort();
  return [...new Set([name, plain, ...inOtherCapitals, ...corrected])];
}

/**
 * Scores of the files that define the name, above 0; at most `RETRIEVER_LIMITS.lookedUpFiles`. Tests and
 * generated code come last, files named like the qualifier or the name first.
 */
async function definingFiles(
  snapshot: Snapshot,
  definition: DefinitionQuery,
  check: () => void,
): Promise<Map<number, number>> {
  const { paths, pathClasses } = snapshot.files;
  const wanted = new Set([definition.qualifier.at(-1) ?? definition.name, definition.name].map(squeezed));
  const order = (file: number): number =>
    2 * Number(isAside(pathClasses[file] as number)) +
    Number(!wanted.has(squeezed(stemOf(paths[file] as string))));
  const files = [...(await snapshot.filesDefining(definition.name))]
    .sort((left, right) => (check(), order(left) - order(right) || left - right))
    .slice(0, RETRIEVER_LIMITS.lookedUpFiles);
  const contents = await snapshot.contents(files);
  const scores = files.map((file, at) => {
    check();
    return [file, bestDefinition(contents[at]?.symbols ?? [], definition)] as const;
  });
  return new Map(scores.filter(([, score]) => score > 0));
}

function squeezed(text: string): string {
  return text.replaceAll(/[_-]/g, "").toLowerCase();
}
