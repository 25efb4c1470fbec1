/** Limits of the server, each with what it protects. Limits of tool arguments are in the contracts. */
export const SERVER_LIMITS = {
  /**
   * One incoming message; longer lines are rejected. No call needs more: arguments are paths, names and
   * questions.
   */
  maxMessageBytes: 8 * 1024 * 1024,
  /** Characters of a client's name that messages repeat. */
  shownChars: 100,
  /** Minimum time between two progress notifications of a call. */
  progressIntervalMs: 200,
  /**
   * An answer is held back until the last progress notification is this old: clients that receive both at
   * once lose the progress, or drop the connection.
   */
  progressQuietMs: 20,
  /** How long a client may take to report the folders it works in. */
  rootsTimeoutMs: 3_000,
  /**
   * When the input ends, running calls may finish within this time; a pipe that ends after its last request
   * gets its answers.
   */
  drainMs: 700,
  /** Maximum time from the request to end until the process exits. */
  shutdownMs: 1_500,
  /**
   * When a server over stdio loads the engine without a tool call: after the client's first requests
   * (`tools/list`), before most first calls.
   */
  warmUpMs: 500,
  /** Interval between two checks of the engine's thread while calls are running. */
  standstillLookMs: 500,
  /** A thread that blocks its event loop for this long is logged, with its stack. */
  standstillLogMs: 2_000,
  /** How long it may take to get that stack. */
  busyStackMs: 1_000,
  /**
   * A thread that blocks for this long is abandoned, and a new one started: longer than any step of a regular
   * call or run.
   */
  lostThreadMs: 60_000,
  /** Sessions of a local process; further ones get an engine of their own. */
  maxLocalSessions: 256,
  /** How long the first line of a connection to a local process, and its answer, may take. */
  helloMs: 5_000,
  /** How long a local process may take to start. */
  localStartMs: 20_000,
  /** Interval between two checks whether a local process is still needed, and can be reached. */
  localCheckMs: 5_000,
  /** Bytes that wait for a client; beyond, it gets no log lines and no progress until it has read some. */
  maxUnreadBytes: 4 * 1024 * 1024,
  /** Bytes that a local process writes to its log file. */
  localLogBytes: 4 * 1024 * 1024,
  /** How long a local process gives its sessions to move, after a signal. */
  leaveMs: 700,
} as const;
