/**
 * Ctrl-C and SIGTERM: the first signal asks the command to end cleanly, the second one ends the process at
 * once.
 */
import { constants } from "node:os";
import { setImmediate as turn } from "node:timers/promises";

export interface Interruption extends Disposable {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** The exit code that shells expect after the signal (128 + its number); null if none arrived. */
  exitCode(): number | null;
  /** Whether a signal has arrived, including one that the process was too busy to handle so far. */
  hasCome(): Promise<boolean>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const SIGNAL_BASE = 128;

/** Installs the signal handlers; disposing removes them. */
export function listenForInterruption(): Interruption {
  const abort = new AbortController();
  let exitCode: number | null = null;
  const listener = (name: (typeof SIGNALS)[number]): void => {
    if (exitCode !== null) process.exit(exitCode);
    exitCode = SIGNAL_BASE + constants.signals[name];
    abort.abort(new Error(name));
  };
  for (const name of SIGNALS) process.on(name, listener);
  return {
    signal: abort.signal,
    exitCode: () => exitCode,
    async hasCome() {
      // Signals are handled between turns of the event loop, possibly only after the end of this turn.
      await turn();
      await turn();
      return abort.signal.aborted;
    },
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, listener);
    },
  };
}
