/**
 * Deprecations: each names the version that removes it, and has to be gone once the package has that version.
 */
import { compareVersions } from "../contracts/compat/change.ts";

export interface Deprecation {
  /** Relative to the repository's root. */
  readonly file: string;
  readonly line: number;
  /** The version without it; null if the comment does not say. */
  readonly removedIn: string | null;
}

const REMOVAL = /^ ?Removed in (\d+\.\d+\.\d+)\. /;

/** Every `@deprecated` of a source, in its order. */
export function deprecationsIn(file: string, source: string): Deprecation[] {
  return source.split("\n").flatMap((text, at) => {
    const [, said] = /^\s*(?:\/\*\*|\*)\s*@deprecated\b(.*)/.exec(text) ?? [];
    return said === undefined ? [] : [{ file, line: at + 1, removedIn: REMOVAL.exec(said)?.[1] ?? null }];
  });
}

/** Whether `version` is `removedIn` or later, prereleases included: `1.0.0-rc.1` counts as `1.0.0`. */
export function hasPassed(version: string, removedIn: string): boolean {
  return compareVersions(version, removedIn) >= 0;
}
