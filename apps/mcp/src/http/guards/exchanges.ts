/**
 * Requests to the tools that are in progress: limited in number, and all of them can be awaited or cancelled.
 */
import type { ServerResponse } from "node:http";

/** One request in progress. */
export interface Exchange {
  /** Aborted when the client is gone, or the server ends. */
  readonly signal: AbortSignal;
  /** Resolves when the answer has been sent, or nobody waits for it any more. */
  readonly ended: Promise<void>;
  /** Reserves room for further messages that came with the request; false if there is none. */
  takeRoom(messages: number): boolean;
  /** Marks a request that `settled` does not wait for: it continues until its client leaves. */
  keepOpen(): void;
}

interface Entry {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  messages: number;
  isKeptOpen: boolean;
}

/** All requests in progress. */
export class Exchanges {
  private readonly most: number;
  private readonly underWay = new Set<Entry>();

  constructor(most: number) {
    this.most = most;
  }

  /** Messages in progress. */
  get size(): number {
    return [...this.underWay].reduce((sum, { messages }) => sum + messages, 0);
  }

  /** Null if there is no room. */
  begin(response: ServerResponse): Exchange | null {
    if (this.size >= this.most) return null;
    const controller = new AbortController();
    const ended = new Promise<void>((resolve) => void response.once("close", resolve));
    const entry: Entry = { controller, ended, messages: 1, isKeptOpen: false };
    this.underWay.add(entry);
    void ended.then(() => {
      this.underWay.delete(entry);
      if (!response.writableFinished) controller.abort();
    });
    return {
      signal: controller.signal,
      ended,
      takeRoom: (messages) => {
        if (this.size + messages > this.most) return false;
        entry.messages += messages;
        return true;
      },
      keepOpen: () => {
        entry.isKeptOpen = true;
        entry.messages = 0;
      },
    };
  }

  /** Resolves when all requests have ended, except those kept open. */
  async settled(): Promise<void> {
    await Promise.all([...this.underWay].filter(({ isKeptOpen }) => !isKeptOpen).map(({ ended }) => ended));
  }

  cancel(): void {
    for (const { controller } of this.underWay) controller.abort();
  }
}
