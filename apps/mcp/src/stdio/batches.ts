/**
 * Batches: messages that come in one array, as versions of the protocol up to 2025-03-26 have them. Answers
 * to such requests go out in one array as well, when the last of them is there.
 */
import type { RequestId } from "@modelcontextprotocol/server";

interface Batch {
  readonly unanswered: Set<RequestId>;
  readonly answers: object[];
}

export class Batches {
  private readonly batchOf = new Map<RequestId, Batch>();

  /** @param answers to what of the batch is no message */
  begin(requests: readonly RequestId[], answers: readonly object[]): void {
    const batch = { unanswered: new Set(requests), answers: [...answers] };
    for (const id of batch.unanswered) this.batchOf.set(id, batch);
  }

  /**
   * What is to be sent now that a request is answered, or, without an answer, cancelled; null for nothing, as
   * long as others of its batch are not.
   */
  settle(id: RequestId, answer: object | null): object | null {
    const batch = this.batchOf.get(id);
    if (!batch) return answer;
    this.batchOf.delete(id);
    batch.unanswered.delete(id);
    if (answer) batch.answers.push(answer);
    return batch.unanswered.size === 0 && batch.answers.length > 0 ? batch.answers : null;
  }

  /** What there is of batches that will not be answered in full any more. */
  takeRest(): readonly object[] {
    const rest = new Set([...this.batchOf.values()].map(({ answers }) => answers));
    this.batchOf.clear();
    return [...rest].filter(({ length }) => length > 0);
  }
}
