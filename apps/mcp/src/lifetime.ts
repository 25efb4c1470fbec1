/** When and how the server ends: once, in order, and in bounded time. */

export type EndCause = "input_ended" | "output_broken" | "signal";

/** The steps of a shutdown, in order, and its time limits. */
export interface Ending {
  /**
   * Lets running calls finish, if the cause is `drainOn`: a pipe that ends after its last request expects the
   * answers, and so do clients over HTTP.
   */
  readonly drain: () => Promise<void>;
  /** Closes the connection, which cancels running calls, and resolves when they have ended. */
  readonly disconnect: () => Promise<void>;
  /** Stops runs and closes stores. */
  readonly release: () => Promise<void>;
  readonly exit: () => void;
  readonly onCause: (cause: EndCause) => void;
  /** Receives the error of each step that fails; later steps run all the same. */
  readonly onFailure: (error: unknown) => void;
  readonly drainOn: EndCause;
  /** Maximum time for draining, and for everything together. */
  readonly drainMs: number;
  readonly shutdownMs: number;
  readonly wait: (delayMs: number) => Promise<void>;
}

/** Returns the function that ends the server. Calling it again has no effect. */
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
    // Whatever does not end in time ends with the process; an index run that ends like this counts as failed.
    void Promise.race([inOrder(cause), wait(shutdownMs)]).then(exit);
  };
}
