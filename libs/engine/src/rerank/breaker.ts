/** Remembers that a service fails, so that not everybody who would ask it has to wait for that. */
import { type ServiceFailure, mayPass } from "../http/service-failure.ts";
import { Cooldown } from "../cooldown.ts";

/** After the first failure; it doubles with each further one. */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 300_000;
/** What the service itself asks for is followed this far. */
const LONGEST_ASKED_REST_MS = 3_600_000;

/** Failures that may have to do with what was asked alone: the next question may go well. */
const OF_THE_REQUEST: ReadonlySet<ServiceFailure["kind"]> = new Set<ServiceFailure["kind"]>([
  "too_large",
  "refused",
  "malformed",
]);

export class Breaker {
  private readonly rest: Cooldown;
  private failures = 0;
  /** Somebody asks the service after a rest: others wait for how that goes, and do without meanwhile. */
  private isTrying = false;

  constructor(nowMs: () => number) {
    this.rest = new Cooldown(nowMs);
  }

  /** Whether the service is to be asked. Whoever asks it then says how it went, by one of the other three. */
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
    // Of several that were asked at once, the first that fails says all.
    if (this.failures > 0 && !this.isTrying) return;
    this.isTrying = false;
    this.failures++;
    const own =
      mayPass(failure) || OF_THE_REQUEST.has(failure.kind)
        ? Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (this.failures - 1))
        : LONGEST_REST_MS;
    this.rest.begin(Math.max(own, Math.min(failure.retryAfterMs ?? 0, LONGEST_ASKED_REST_MS)));
  }

  /** Whoever asked did not wait for the answer. */
  gaveUp(): void {
    this.isTrying = false;
  }
}
