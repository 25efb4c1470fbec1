/**
 * Words in lower case that are a name of several parts in the index: `allowprivilegeescalation`,
 * `httpbatchlink`.
 */
import { wordTokens, wordsOf } from "../../lexical/tokens.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Question } from "./question.ts";

/**
 * A question whose words stand as the index has them. A word of one part is looked up by its stem, and names
 * of several parts are indexed whole without one: of a word of whose stem the index has nothing, the whole is
 * asked for, if it has that.
 */
export async function joinCompoundWords(question: Question, snapshot: Snapshot): Promise<Question> {
  const wholeOf = new Map(
    wordsOf(question.text).flatMap((word) => {
      const [stem, more] = wordTokens(word);
      const whole = word.toLowerCase();
      return stem === undefined || more !== undefined || stem === whole ? [] : [[stem, whole] as const];
    }),
  );
  if (wholeOf.size === 0) return question;
  const counts = await snapshot.frequencies([...wholeOf].flat());
  const known = new Map(
    [...wholeOf].filter(([stem, whole]) => counts.get(stem) === 0 && (counts.get(whole) ?? 0) > 0),
  );
  if (known.size === 0) return question;
  const tokens = question.tokens.map((token) => known.get(token) ?? token);
  return { ...question, tokens, distinctTokens: [...new Set(tokens)] };
}
