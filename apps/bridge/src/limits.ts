/** Limits of the bridge, each with what it protects. */
export const BRIDGE_LIMITS = {
  /** Time for a start: the server answers within a second, or something is wrong with it. */
  startMs: 60_000,
  /**
   * Time for a call, which may scan and sync a large codebase before it answers. Impatient users can cancel
   * it.
   */
  callMs: 60 * 60_000,
  /** Bytes of a text for the model: what pi allows its own tools. */
  textBytes: 50 * 1024,
  /** Lines of a view: they are stored with the session as long as it exists. */
  viewLines: 100,
  /** Characters of a line. */
  lineLength: 200,
} as const;
