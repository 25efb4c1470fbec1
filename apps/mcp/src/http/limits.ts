/** Bounds of the server over HTTP, each with what it guards. All of them are of one process. */
export const HTTP_LIMITS = {
  /** Request line: nothing that is served has a long address. Longer ones are 414. */
  maxUrlChars: 2_048,
  /** All headers of a request together, and how many; more are 431. */
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  /** A body; larger ones are 413. Arguments are paths, names and questions. */
  maxBodyBytes: 1024 * 1024,
  /**
   * Objects and lists within each other in a body; deeper ones are 400. Tools take three levels, the protocol
   * adds four.
   */
  maxBodyDepth: 64,
  /**
   * Of what a refused client goes on sending, so much is read and thrown away, so that it gets to read the
   * refusal.
   */
  discardedBytes: 4 * 1024 * 1024,
  /** From the first byte of a request to the end of its headers, and of its body; slower ones are 408. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** How often these two are looked at. */
  timeoutCheckMs: 1_000,
  /**
   * A connection without a request is closed; longer than proxies keep theirs, so that none is closed under a
   * request of theirs.
   */
  keepAliveMs: 75_000,
  /** A client that takes nothing of its answer for this long is cut off. */
  writeStallMs: 30_000,
  /** Connections; more are closed at once. Guards file descriptors. */
  maxConnections: 2_048,
  /**
   * Requests to /mcp under way, messages of a batch counted one by one; more are 503. Guards memory: each may
   * hold a body and an answer.
   */
  maxConcurrent: 512,
  /** Streams of clients that subscribe to changes. */
  maxSubscriptions: 256,
  /**
   * Requests of one address; more are 429. Guards against loops and guessed tokens, far above what agents do.
   */
  requestsPerSecond: 1_000,
  requestBurst: 2_000,
  /** Addresses of which this is known; the one that was heard of longest ago is forgotten. */
  maxClients: 10_000,
  /**
   * Sessions of the earlier protocol era, about 25 kB each. Beyond, the one that was used longest ago ends;
   * it begins anew when its client asks again.
   */
  maxSessions: 2_000,
  /** A session without a request ends. */
  sessionIdleMs: 30 * 60_000,
  sessionSweepMs: 60_000,
  /** A stream says that it lives, so that nobody on the way takes it for dead. */
  streamKeepAliveMs: 15_000,
  /** Ids that clients give to sessions and requests. */
  maxIdChars: 128,
  /** After the order to end, calls that are under way may finish within this time. */
  drainMs: 10_000,
  /** From the order to end to the end, whatever is still under way. */
  shutdownMs: 13_000,
} as const;

export type HttpLimits = { readonly [Name in keyof typeof HTTP_LIMITS]: number };
