/**
 * Finds words in lower case that are a compound name in the index: `allowprivilegeescalation`,
 * `httpbatchlink`.
 */
import { wordTokens, wordsOf } from "../../lexical/tokens.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Question } from "./question.ts";

/**
 * The question with such words replaced by the compounds that the index has.
 *
 * A word of one part is normally looked up by its stem, but compounds are indexed whole, without stemming. If
 * the index has no token for a word's stem but has the whole word, the question uses the whole word.
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
