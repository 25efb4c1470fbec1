/** The vector of a question: asked of the embedder once, however many codebases are searched. */
import type { CallContext, EngineContext } from "../../engine-context.ts";
import { throwIfAborted } from "../../errors.ts";
import { parseQuestion } from "./question.ts";

export interface EmbeddedQuestion {
  /** Null without an embedder, and where the question has no words that it knows. */
  readonly vector: Float32Array | null;
  readonly isSemanticAvailable: boolean;
  /** The embedder took the beginning of the question alone. */
  readonly isQuestionCut: boolean;
}

/** Throws `CANCELLED`. */
export type QuestionVector = () => Promise<EmbeddedQuestion>;

/**
 * Asks when the first search comes to it: what is stopped by a gate costs no request. What an index has of
 * the words changes nothing of it.
 */
export function questionVector(context: EngineContext, asked: string, call: CallContext): QuestionVector {
  let embedded: Promise<EmbeddedQuestion> | undefined;
  return () => (embedded ??= embed(context, parseQuestion(asked).text, call));
}

/** A vanished or failing embedder costs the dense signals, not the answer. */
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
