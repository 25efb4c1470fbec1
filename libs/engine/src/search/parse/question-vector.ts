/** The vector of a question. The embedder is called once, however many codebases are searched. */
import type { CallContext, EngineContext } from "../../engine-context.ts";
import { throwIfAborted } from "../../errors.ts";
import { parseQuestion } from "./question.ts";

export interface EmbeddedQuestion {
  /** Null without an embedder, and if the embedder knows none of the question's words. */
  readonly vector: Float32Array | null;
  readonly isSemanticAvailable: boolean;
  /** Whether the embedder used only the beginning of the question. */
  readonly isQuestionCut: boolean;
}

/** Throws `CANCELLED`. */
export type QuestionVector = () => Promise<EmbeddedQuestion>;

/**
 * A vector that is computed on first use, so that a search stopped by a gate costs no request. It does not
 * depend on the words of any index.
 */
export function questionVector(context: EngineContext, asked: string, call: CallContext): QuestionVector {
  let embedded: Promise<EmbeddedQuestion> | undefined;
  return () => (embedded ??= embed(context, parseQuestion(asked).text, call));
}

/** For an index without vectors: the embedder is not called. */
export const withoutVector: QuestionVector = () =>
  Promise.resolve({ vector: null, isSemanticAvailable: true, isQuestionCut: false });

/** Embeds the question. A missing or failing embedder costs the dense signals, not the answer. */
async function embed(
  { embedder, log }: EngineContext,
  text: string,
  call: CallContext,
): Promise<EmbeddedQuestion> {
  if (!embedder) return { vector: null, isSemanticAvailable: true, isQuestionCut: false };
  let isQuestionCut = false;
  try {
    const vector = await embedder.embedQuery(text, {
      signal: call.signal,
      onEvent: ({ kind }) => void (isQuestionCut ||= kind === "truncated"),
    });
    return {
      vector: vector.some((component) => component !== 0) ? vector : null,
      isSemanticAvailable: true,
      isQuestionCut,
    };
  } catch (error) {
    throwIfAborted(call.signal);
    log("warn", "query_embedding_failed", { cause: String(error) });
    return { vector: null, isSemanticAvailable: false, isQuestionCut: false };
  }
}
