/** Ctrl-C and SIGTERM: the first one asks the command to end in good order, the second one ends the process at once. */
import { constants } from "node:os";

export interface Interruption extends Disposable {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** What a shell expects after that signal (128 + its number); null if none came. */
  exitCode(): number | null;
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
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, listener);
    },
  };
}
