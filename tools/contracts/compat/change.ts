/** A difference between the released and the current contracts, and the version number it requires. */

export interface Change {
  /** `breaking`: a client that works with the old contracts may fail with the new ones. */
  readonly kind: "breaking" | "addition";
  /** What has changed: `search_codebase.output(ok).results[](kind chunk).file`. */
  readonly where: string;
  readonly what: string;
}

export const breaking = (where: string, what: string): Change => ({ kind: "breaking", where, what });
export const addition = (where: string, what: string): Change => ({ kind: "addition", where, what });

/** Names that are only in one of two lists. */
export function namesChanged(before: readonly string[], after: readonly string[], where: string): Change[] {
  return [
    ...before.filter((name) => !after.includes(name)).map((name) => breaking(where, `${name} is removed`)),
    ...after.filter((name) => !before.includes(name)).map((name) => addition(where, `${name} is new`)),
  ];
}

/**
 * The lowest version in which such changes may appear after `released`. Below 1.0.0, breaking changes raise
 * the minor number.
 */
export function lowestVersion(released: string, changes: readonly Change[]): string {
  const [major, minor, patch] = partsOf(released);
  if (changes.some(({ kind }) => kind === "breaking"))
    return major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`;
  if (changes.length === 0) return released;
  return major > 0 ? `${major}.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
}

/**
 * Negative, zero or positive if the first version is lower, equal or higher. A prerelease counts as its
 * release: `1.0.0-rc.1` as `1.0.0`.
 */
export function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [partsOf(left), partsOf(right)];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at === -1 ? 0 : (ours[at] ?? 0) - (theirs[at] ?? 0);
}

function partsOf(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/[-+].*/, "")
    .split(".")
    .map(Number);
  return [major, minor, patch];
}
