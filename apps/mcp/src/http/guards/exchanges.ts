/**
 * Requests to the tools that are under way: no more of them than fit, and all of them can be waited for or
 * cancelled.
 */
import type { ServerResponse } from "node:http";

export interface Exchange {
  /** Aborted when the client is gone, or the server ends. */
  readonly signal: AbortSignal;
  /** The answer has gone out, or nobody waits for it any more. */
  readonly ended: Promise<void>;
  /** Takes room for further messages that came with the request; false if there is none. */
  takeRoom(messages: number): boolean;
  /** Nobody waits for the end of this one: it goes on until its client leaves. */
  keepOpen(): void;
}

interface Entry {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  messages: number;
  isKeptOpen: boolean;
}

export class Exchanges {
  private readonly most: number;
  private readonly underWay = new Set<Entry>();

  constructor(most: number) {
    this.most = most;
  }

  /** Messages under way. */
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

  /** Resolves when the ones that come to an end have. */
  async settled(): Promise<void> {
    await Promise.all([...this.underWay].filter(({ isKeptOpen }) => !isKeptOpen).map(({ ended }) => ended));
  }

  cancel(): void {
    for (const { controller } of this.underWay) controller.abort();
  }
}
