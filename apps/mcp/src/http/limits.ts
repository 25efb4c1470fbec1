/** Limits of the server over HTTP, each with what it protects. */
import { LIMITS } from "@satori/contracts";

/** All of them apply to one process. */
export const HTTP_LIMITS = {
  /** Request line: nothing that is served has a long address. Longer ones get 414. */
  maxUrlChars: 2_048,
  /** All headers of a request together, and how many; more get 431. */
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  /** A body; larger ones get 413. Arguments are paths, names, questions and diffs. */
  maxBodyBytes: LIMITS.maxHttpBodyBytes,
  /**
   * Nesting of objects and lists in a body; deeper ones get 400. Tools take three levels, the protocol adds
   * four.
   */
  maxBodyDepth: 64,
  /**
   * Most bytes to read and discard from a rejected client that keeps sending, so that it gets to read the
   * rejection.
   */
  discardedBytes: 4 * 1024 * 1024,
  /** From the first byte of a request to the end of its headers, and of its body; slower ones get 408. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** How often these two are checked. */
  timeoutCheckMs: 1_000,
  /**
   * An idle connection is closed after this time; longer than proxies keep theirs, so that none is closed
   * while a proxy sends a request.
   */
  keepAliveMs: 75_000,
  /** A client that reads nothing of its answer for this long is disconnected. */
  writeStallMs: 30_000,
  /** Connections; further ones are closed at once. Protects file descriptors. */
  maxConnections: 2_048,
  /**
   * Requests to /mcp in progress, counting each message of a batch; more get 503. Protects memory: each may
   * keep a body and an answer.
   */
  maxConcurrent: 512,
  /** Streams of clients that subscribe to changes. */
  maxSubscriptions: 256,
  /**
   * Requests of one address; more get 429. Protects against loops and guessed tokens; far above what agents
   * need.
   */
  requestsPerSecond: 1_000,
  requestBurst: 2_000,
  /** Addresses that are remembered for this; the least recently seen one is dropped. */
  maxClients: 10_000,
  /**
   * Sessions of the earlier protocol era, about 25 kB each. Beyond the limit, the least recently used one
   * ends; its client opens a new one with its next request.
   */
  maxSessions: 2_000,
  /** A session ends after this time without a request. */
  sessionIdleMs: 30 * 60_000,
  sessionSweepMs: 60_000,
  /** Interval of keep-alive messages on a stream, so that no proxy considers it dead. */
  streamKeepAliveMs: 15_000,
  /** Length of ids that clients give to sessions and requests. */
  maxIdChars: 128,
  /** After a request to end, running calls may finish within this time. */
  drainMs: 10_000,
  /** Maximum time from the request to end until the process exits. */
  shutdownMs: 13_000,
} as const;

export type HttpLimits = { readonly [Name in keyof typeof HTTP_LIMITS]: number };
