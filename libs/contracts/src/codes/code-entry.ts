/**
 * Entry of a registry of codes, for people and for the reference pages that are generated from the registry.
 */
export interface CodeEntry {
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly nextStep: string;
}
