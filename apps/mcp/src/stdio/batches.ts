/**
 * Batches: several messages in one array, which protocol versions up to 2025-03-26 allow. Answers to such
 * requests are sent as one array too, once the last of them is complete.
 */
import type { RequestId } from "@modelcontextprotocol/server";

interface Batch {
  readonly unanswered: Set<RequestId>;
  readonly answers: object[];
}

export class Batches {
  private readonly batchOf = new Map<RequestId, Batch>();

  /** @param answers errors for those elements of the batch that are not valid messages */
  begin(requests: readonly RequestId[], answers: readonly object[]): void {
    const batch = { unanswered: new Set(requests), answers: [...answers] };
    for (const id of batch.unanswered) this.batchOf.set(id, batch);
  }

  /**
   * Records that a request was answered or, without an answer, cancelled. Returns what to send now; null
   * while other requests of its batch are open.
   */
  settle(id: RequestId, answer: object | null): object | null {
    const batch = this.batchOf.get(id);
    if (!batch) return answer;
    this.batchOf.delete(id);
    batch.unanswered.delete(id);
    if (answer) batch.answers.push(answer);
    return batch.unanswered.size === 0 && batch.answers.length > 0 ? batch.answers : null;
  }

  /** The available answers of batches that will never be complete. */
  takeRest(): readonly object[] {
    const rest = new Set([...this.batchOf.values()].map(({ answers }) => answers));
    this.batchOf.clear();
    return [...rest].filter(({ length }) => length > 0);
  }
}
