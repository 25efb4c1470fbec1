/** What a registry says of one code: for people, and for the reference pages made from the registry. */
export interface CodeEntry {
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly nextStep: string;
}
