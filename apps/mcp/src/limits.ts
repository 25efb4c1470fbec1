/** Bounds of the server, each with what it guards. Bounds of tool arguments stand in the contracts. */
export const SERVER_LIMITS = {
  /**
   * One incoming message; longer lines are refused. No call needs more: arguments are paths, names and
   * questions.
   */
  maxMessageBytes: 8 * 1024 * 1024,
  /** What is repeated of a name that a client gives. */
  shownChars: 100,
  /** Least time between two progress notifications of a call. */
  progressIntervalMs: 200,
  /**
   * An answer stays back until the last progress is this old: clients that get both at once lose the
   * progress, or drop the connection over it.
   */
  progressQuietMs: 20,
  /** How long a client may take to say which folders it works in. */
  rootsTimeoutMs: 3_000,
  /**
   * When the input ends, calls that are under way may finish within this time; a pipe that ends after its
   * last request gets its answers.
   */
  drainMs: 700,
  /** From the order to end to the end, whatever is still under way. */
  shutdownMs: 1_500,
  /**
   * When a server over stdio loads the engine though nobody has called a tool: after what clients ask first
   * (`tools/list`), before most first calls.
   */
  warmUpMs: 500,
  /** Between two looks at the engine's thread while calls are under way. */
  standstillLookMs: 500,
  /** A thread that holds its event loop for this long is told of in the log, with what it does. */
  standstillLogMs: 2_000,
  /** How long it may take to look into it. */
  busyStackMs: 1_000,
  /**
   * A thread that stands still for this long is given up, and another one started: longer than any step of an
   * honest call or run.
   */
  lostThreadMs: 60_000,
} as const;
