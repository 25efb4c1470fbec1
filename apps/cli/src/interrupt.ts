/**
 * Ctrl-C and SIGTERM: the first one asks the command to end in good order, the second one ends the process at
 * once.
 */
import { constants } from "node:os";
import { setImmediate as turn } from "node:timers/promises";

export interface Interruption extends Disposable {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** What a shell expects after that signal (128 + its number); null if none came. */
  exitCode(): number | null;
  /** Whether one has come by now, while the process was too busy to hear of it as well. */
  hasCome(): Promise<boolean>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const SIGNAL_BASE = 128;

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
      // Signals are heard between two turns of the event loop; the end of this one may lie before that.
      await turn();
      await turn();
      return abort.signal.aborted;
    },
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, listener);
    },
  };
}
