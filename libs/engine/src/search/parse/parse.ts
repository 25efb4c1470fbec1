/** The parse stage: a query without its filters → the question, its vector, and the tokens of `must:`. */
import { tokenize, wordsOf } from "../../lexical/tokens.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { Snapshot } from "../../store/store.ts";
import { joinCompoundWords } from "./compound-words.ts";
import { type Question, parseQuestion } from "./question.ts";
import type { EmbeddedQuestion, QuestionVector } from "./question-vector.ts";
import { correctTypos } from "./typos.ts";

export interface ParseInput {
  readonly query: ParsedQuery;
  /** Vocabulary for compound words and corrections. */
  readonly snapshot: Snapshot;
  readonly embedding: QuestionVector;
  /** Called every few milliseconds of work; it may throw. */
  readonly check: () => void;
}

export interface ParsedSearch extends EmbeddedQuestion {
  readonly question: Question;
  /** Tokens of the texts that results must contain, repeats included. */
  readonly mustTokens: readonly string[];
}

/** Throws `CANCELLED`, and what `check` throws. */
export async function parse({ query, snapshot, embedding, check }: ParseInput): Promise<ParsedSearch> {
  const joined = await joinCompoundWords(parseQuestion(questionText(query)), snapshot);
  const question = await correctTypos(joined, snapshot, check);
  // Compounds are indexed whole in lower case: `must:ISRETRYABLE` is to find `isRetryable`.
  const mustTokens = query.must.flatMap((text) => [...tokenize(text), ...wordsOf(text.toLowerCase())]);
  return { ...(await embedding()), question, mustTokens };
}

/** With operators alone, the words of `must:` are the question. */
export function questionText({ text, must }: ParsedQuery): string {
  return text === "" ? must.join(" ") : text;
}
