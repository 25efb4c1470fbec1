/**
 * The parse stage: turns a query without its filters into the question, its vector and the tokens of `must:`.
 */
import { tokenize, wordsOf } from "../../lexical/tokens.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { Snapshot } from "../../store/store.ts";
import { joinCompoundWords } from "./compound-words.ts";
import { type Question, parseQuestion } from "./question.ts";
import type { EmbeddedQuestion, QuestionVector } from "./question-vector.ts";
import { correctTypos } from "./typos.ts";

export interface ParseInput {
  readonly query: ParsedQuery;
  /** Supplies the vocabulary for compound words and corrections. */
  readonly snapshot: Snapshot;
  readonly embedding: QuestionVector;
  /** Called every few milliseconds of work; may throw to stop it. */
  readonly check: () => void;
}

export interface ParsedSearch extends EmbeddedQuestion {
  readonly question: Question;
  /** Tokens of the texts that results must contain, with repeats. */
  readonly mustTokens: readonly string[];
}

/** Throws `CANCELLED`, and whatever `check` throws. */
export async function parse({ query, snapshot, embedding, check }: ParseInput): Promise<ParsedSearch> {
  const joined = await joinCompoundWords(parseQuestion(questionText(query)), snapshot);
  const question = await correctTypos(joined, snapshot, check);
  // Compounds are indexed whole in lower case: `must:ISRETRYABLE` has to find `isRetryable`.
  const mustTokens = query.must.flatMap((text) => [...tokenize(text), ...wordsOf(text.toLowerCase())]);
  return { ...(await embedding()), question, mustTokens };
}

/** The free text of a query. If the query has only operators, the words of `must:` are the question. */
export function questionText({ text, must }: ParsedQuery): string {
  return text === "" ? must.join(" ") : text;
}
