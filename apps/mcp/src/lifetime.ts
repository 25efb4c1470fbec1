/** When the server ends, and how: once, in order, and in bounded time. */

export type EndCause = "input_ended" | "output_broken" | "signal";

export interface Ending {
  /**
   * Calls under way may finish where `drainOn` is the cause: a pipe that ends after its last request wants
   * the answers, and so do clients over HTTP.
   */
  readonly drain: () => Promise<void>;
  /**
   * Closes the connection, which cancels the calls that are still under way, and resolves when they have
   * ended.
   */
  readonly disconnect: () => Promise<void>;
  /** Stops runs and closes stores. */
  readonly release: () => Promise<void>;
  readonly exit: () => void;
  readonly onCause: (cause: EndCause) => void;
  /** Told of each step that fails; what comes after it is done all the same. */
  readonly onFailure: (error: unknown) => void;
  readonly drainOn: EndCause;
  /** Longest time for draining, and for everything together. */
  readonly drainMs: number;
  readonly shutdownMs: number;
  readonly wait: (delayMs: number) => Promise<void>;
}

/** The function that ends the server. Calling it again changes nothing. */
export function createEnding({
  drain,
  disconnect,
  release,
  exit,
  onCause,
  onFailure,
  drainOn,
  drainMs,
  shutdownMs,
  wait,
}: Ending): (cause: EndCause) => void {
  let isEnding = false;
  const inOrder = async (cause: EndCause): Promise<void> => {
    const drained = (): Promise<void> => Promise.race([drain(), wait(drainMs)]);
    for (const step of [...(cause === drainOn ? [drained] : []), disconnect, release])
      await step().catch(onFailure);
  };
  return (cause) => {
    if (isEnding) return;
    isEnding = true;
    onCause(cause);
    // What cannot be ended in time ends with the process; an index run that dies so counts as failed.
    void Promise.race([inOrder(cause), wait(shutdownMs)]).then(exit);
  };
}
