/** How many requests an address may make: so many at once, and so many more each second. */

export interface RateLimits {
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  /** Addresses that are remembered. */
  readonly maxClients: number;
}

interface Allowance {
  /** Requests that may be made at `atMs`. */
  readonly left: number;
  readonly atMs: number;
}

export class RequestRate {
  private readonly limits: RateLimits;
  /** The one that was heard of longest ago first. */
  private readonly clients = new Map<string, Allowance>();

  constructor(limits: RateLimits) {
    this.limits = limits;
  }

  /** Counts a request. Returns 0 if it may be made, else in how many milliseconds one may. */
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
