/**
 * Limits the requests of each address with a token bucket: a burst, and a number of further requests each
 * second.
 */

export interface RateLimits {
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  /** Addresses that are remembered. */
  readonly maxClients: number;
}

interface Allowance {
  /** Requests allowed at `atMs`. */
  readonly left: number;
  readonly atMs: number;
}

/** Token buckets by address. */
export class RequestRate {
  private readonly limits: RateLimits;
  /** Least recently seen first. */
  private readonly clients = new Map<string, Allowance>();

  constructor(limits: RateLimits) {
    this.limits = limits;
  }

  /** Counts a request. Returns 0 if it is allowed, otherwise the milliseconds until the next one is. */
  take(client: string, nowMs: number): number {
    const { requestsPerSecond, requestBurst, maxClients } = this.limits;
    const before = this.clients.get(client) ?? { left: requestBurst, atMs: nowMs };
    const left = Math.min(
      requestBurst,
      before.left + (Math.max(0, nowMs - before.atMs) * requestsPerSecond) / 1_000,
    );
    this.clients.delete(client);
    this.clients.set(client, { left: left < 1 ? left : left - 1, atMs: nowMs });
    for (const oldest of this.clients.keys()) {
      if (this.clients.size <= maxClients) break;
      this.clients.delete(oldest);
    }
    return left < 1 ? ((1 - left) * 1_000) / requestsPerSecond : 0;
  }

  get size(): number {
    return this.clients.size;
  }
}
