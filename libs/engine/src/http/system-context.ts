/** The system's time and randomness, for calls to services. */
import type { HttpContext } from "./post-json.ts";

/** These timers keep the process alive, since it is waiting for a service. */
export function systemHttpContext({ nowMs }: Pick<HttpContext, "nowMs">): HttpContext {
  const schedule = (delayMs: number, work: () => void): Disposable => {
    const timer = setTimeout(work, delayMs);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  };
  return { nowMs, schedule, random: Math.random };
}
