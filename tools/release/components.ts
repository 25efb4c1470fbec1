/** Software of others in the package: bundled into it, or installed with it. Pure. */

/** A component of the bill of materials. */
export interface SoftwareComponent {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** SHA-512 of its archive in the registry, in hexadecimal; null for what is bundled. */
  readonly sha512: string | null;
}

/** An entry of a lock file, as far as it matters here. */
interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type LockedPackages = Readonly<Record<string, LockEntry>>;

/**
 * What npm installs for these dependencies, on any platform: everything that they need in turn. By name.
 *
 * @throws if the lock file lacks one
 */
export function installedComponents(
  packages: LockedPackages,
  names: readonly string[],
): readonly SoftwareComponent[] {
  const found = new Map<string, SoftwareComponent>();
  const waiting = names.map((name) => pathOf(packages, name, ""));
  for (const path of waiting) {
    if (found.has(path)) continue;
    const { version = "", license = "", integrity, ...entry } = packages[path] ?? {};
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    found.set(path, { name, version, licence: license, sha512: sha512Of(integrity) });
    const needed = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
    waiting.push(...needed.map((other) => pathOf(packages, other, path)));
  }
  return sorted([...found.values()]);
}

const FOLDER = "node_modules/";

/** Where a package finds another: in its own folder, or in those around it. */
function pathOf(packages: LockedPackages, name: string, from: string): string {
  const own = `${from === "" ? "" : `${from}/`}${FOLDER}${name}`;
  if (packages[own]?.version !== undefined) return own;
  if (from === "") throw new Error(`package-lock.json has no package ${name}`);
  return pathOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf(`/${FOLDER}`))));
}

/** What the notices of bundles name. By name, then version. */
export function bundledComponents(notices: string): readonly SoftwareComponent[] {
  const found = new Map<string, SoftwareComponent>();
  // Headings are above a licence's text, one per package that has this text; further lines are indented.
  const headings = /(?<=^-{80}\n\n|^.+ \(.+\)\n(?: {4}.+\n)*)(\S+) (.+) \((.+)\)$/gm;
  for (const [, name = "", version = "", licence = ""] of notices.matchAll(headings))
    found.set(`${name} ${version}`, { name, version, licence, sha512: null });
  return sorted([...found.values()]);
}

function sha512Of(integrity = ""): string | null {
  const [, digest] = /^sha512-(\S+)/.exec(integrity) ?? [];
  return digest === undefined ? null : Buffer.from(digest, "base64").toString("hex");
}

function sorted(components: readonly SoftwareComponent[]): readonly SoftwareComponent[] {
  const keyOf = ({ name, version }: SoftwareComponent): string => `${name} ${version}`;
  return [...components].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
