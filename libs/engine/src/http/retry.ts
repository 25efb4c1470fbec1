/** Tries again what may pass: waits that double, with chance in them, or as long as the service asks for. */
import { cancelled, throwIfAborted } from "../errors.ts";
import type { HttpContext } from "./post-json.ts";
import { ServiceFailure, mayPass } from "./service-failure.ts";

export interface RetryPolicy {
  /** Tries after failures other than being too fast. */
  readonly attempts: number;
  /** Tries while the service says that it is asked too much. */
  readonly rateLimitedAttempts: number;
  /** Before the second try, in milliseconds; it doubles with each further one. */
  readonly firstWaitMs: number;
  /** Longest wait of our own choice. */
  readonly maxWaitMs: number;
  /** A service that asks for a longer wait than this is given up. */
  readonly maxAskedWaitMs: number;
}

export interface RetryListener {
  /** Before each wait. */
  readonly onWait: (failure: ServiceFailure, waitMs: number) => void;
}

/**
 * The attempt's result, or the last `ServiceFailure`; every other error at once. Throws `CANCELLED` as soon
 * as the signal says so.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  context: HttpContext,
  { onWait }: RetryListener,
  signal?: AbortSignal,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      const waitMs = waitAfter(error, tries, policy, context.random);
      if (waitMs === null) throw error;
      onWait(error, waitMs);
      await pause(waitMs, context, signal);
    }
  }
}

/**
 * Null when there is to be no further try. Chance spreads those who failed together: between half the wait
 * and all of it.
 */
export function waitAfter(
  failure: ServiceFailure,
  tries: number,
  policy: RetryPolicy,
  random: () => number,
): number | null {
  const attempts = failure.kind === "rate_limited" ? policy.rateLimitedAttempts : policy.attempts;
  if (!mayPass(failure) || tries >= attempts) return null;
  const own = Math.min(policy.maxWaitMs, policy.firstWaitMs * 2 ** (tries - 1)) * (0.5 + random() / 2);
  if (failure.retryAfterMs === null) return own;
  return failure.retryAfterMs > policy.maxAskedWaitMs ? null : Math.max(failure.retryAfterMs, own);
}

/** Resolves after a while. Throws `CANCELLED` as soon as the signal says so. */
export async function pause(
  delayMs: number,
  { schedule }: Pick<HttpContext, "schedule">,
  signal?: AbortSignal,
): Promise<void> {
  throwIfAborted(signal);
  await new Promise<void>((resolve, reject) => {
    const cancel = (): void => {
      timer[Symbol.dispose]();
      reject(cancelled(signal));
    };
    const timer = schedule(delayMs, () => {
      signal?.removeEventListener("abort", cancel);
      resolve();
    });
    signal?.addEventListener("abort", cancel, { once: true });
  });
}
