/** Time and chance of the system, for what asks services. */
import type { HttpContext } from "./post-json.ts";

/** A process that waits for a service has something to do: its timers keep it. */
export function systemHttpContext({ nowMs }: Pick<HttpContext, "nowMs">): HttpContext {
  const schedule = (delayMs: number, work: () => void): Disposable => {
    const timer = setTimeout(work, delayMs);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  };
  return { nowMs, schedule, random: Math.random };
}
