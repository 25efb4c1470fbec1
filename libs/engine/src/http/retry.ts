/**
 * Retries failures that may be temporary: waits double and are randomized, or last as long as the service
 * asks.
 */
import { cancelled, throwIfAborted } from "../errors.ts";
import type { HttpContext } from "./post-json.ts";
import { ServiceFailure, mayPass } from "./service-failure.ts";

export interface RetryPolicy {
  /** Attempts after failures other than rate limiting. */
  readonly attempts: number;
  /** Attempts while the service reports too many requests. */
  readonly rateLimitedAttempts: number;
  /** Wait before the second attempt, in milliseconds; doubles with each further one. */
  readonly firstWaitMs: number;
  /** Longest wait that we choose ourselves. */
  readonly maxWaitMs: number;
  /** If a service asks for a longer wait than this, the request fails. */
  readonly maxAskedWaitMs: number;
}

export interface RetryListener {
  /** Called before each wait. */
  readonly onWait: (failure: ServiceFailure, waitMs: number) => void;
}

/**
 * The attempt's result. Throws the last `ServiceFailure`, every other error at once, and `CANCELLED` as soon
 * as the signal aborts.
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
 * Wait before the next attempt, in milliseconds; null if there is none. Randomness spreads clients that
 * failed together: the wait is between half and all of its length.
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

/** Resolves after a delay. Throws `CANCELLED` as soon as the signal aborts. */
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
