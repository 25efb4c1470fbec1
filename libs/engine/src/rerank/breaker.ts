/** Circuit breaker: remembers that a service fails, so that not every caller has to wait for it. */
import { type ServiceFailure, mayPass } from "../http/service-failure.ts";
import { Cooldown } from "../cooldown.ts";

/** Pause after the first failure; doubles with each further one. */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 300_000;
/** Longest pause that the service itself may request. */
const LONGEST_ASKED_REST_MS = 3_600_000;

/** Failures that may be caused by the request alone; the next one may succeed. */
const OF_THE_REQUEST: ReadonlySet<ServiceFailure["kind"]> = new Set<ServiceFailure["kind"]>([
  "too_large",
  "refused",
  "malformed",
]);

export class Breaker {
  private readonly rest: Cooldown;
  private failures = 0;
  /** Whether a caller is trying the service after a pause. Meanwhile, others do without it. */
  private isTrying = false;

  constructor(nowMs: () => number) {
    this.rest = new Cooldown(nowMs);
  }

  /**
   * Whether to call the service. A caller that is admitted must then report the outcome with one of the other
   * three methods.
   */
  admits(): boolean {
    if (this.failures === 0) return true;
    if (this.isTrying || this.rest.remainingMs > 0) return false;
    this.isTrying = true;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.isTrying = false;
  }

  failed(failure: ServiceFailure): void {
    // Of several simultaneous calls, only the first failure counts.
    if (this.failures > 0 && !this.isTrying) return;
    this.isTrying = false;
    this.failures++;
    const own =
      mayPass(failure) || OF_THE_REQUEST.has(failure.kind)
        ? Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (this.failures - 1))
        : LONGEST_REST_MS;
    this.rest.begin(Math.max(own, Math.min(failure.retryAfterMs ?? 0, LONGEST_ASKED_REST_MS)));
  }

  /** The caller stopped waiting for the answer. */
  gaveUp(): void {
    this.isTrying = false;
  }
}
