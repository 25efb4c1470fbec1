/** What is deprecated says in which version it goes; once the package has that version, it has to be gone. */
import { compareVersions } from "../contracts/compat/change.ts";

export interface Deprecation {
  /** Below the repository's root. */
  readonly file: string;
  readonly line: number;
  /** The version in which it is no longer there; null where the comment does not tell. */
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

/** Whether a version is, or leads up to, the one given or a later one: `1.0.0-rc.1` has what `1.0.0` has. */
export function hasPassed(version: string, removedIn: string): boolean {
  return compareVersions(version, removedIn) >= 0;
}
