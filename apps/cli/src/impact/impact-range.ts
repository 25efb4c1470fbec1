/** Reads the versions that operands of `impact` name. Pure. */
import { type NamedVersions, readVersions } from "../commands/diff.ts";

export interface ImpactRange extends NamedVersions {
  /** Whether it begins at the common ancestor of both versions. */
  readonly isSinceFork: boolean;
}

/**
 * Reads `BASE...HEAD [PATH]`, and what `readVersions` reads. Null without operands: uncommitted changes.
 * Throws `INVALID_ARGUMENTS`.
 */
export function readImpactRange(operands: readonly string[]): ImpactRange | null {
  const [first, ...rest] = operands;
  if (first === undefined) return null;
  // Exactly three dots, and no other range in either name.
  const [, base, head] = /^((?:(?!\.\.).)*)\.\.\.((?:(?!\.\.).)*)$/s.exec(first) ?? [];
  return base === undefined || head === undefined || base.endsWith(".") || head.startsWith(".")
    ? { ...readVersions(operands), isSinceFork: false }
    : { ...readVersions([`${base}..${head}`, ...rest]), isSinceFork: true };
}
