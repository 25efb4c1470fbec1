/** Bounds of the bridge, each with what it guards. */
export const BRIDGE_LIMITS = {
  /** Of a start: the server answers within a second, or something is wrong with it. */
  startMs: 60_000,
  /**
   * Of a call, which may scan and sync a large codebase before it answers. Who does not want to wait cancels
   * it.
   */
  callMs: 60 * 60_000,
  /** Of a text for the model, in bytes: what pi allows its own tools. */
  textBytes: 50 * 1024,
  /** Lines of a view: they are kept with the session for as long as there is one. */
  viewLines: 100,
  /** Characters of a line. */
  lineLength: 200,
} as const;
