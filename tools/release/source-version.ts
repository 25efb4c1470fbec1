/** The one version of all packages: where it is written, and how it is changed. Pure. */

/** A file with the version, relative to the root, and what is around the version in it. */
interface VersionPlace {
  readonly file: string;
  /** Matches the text before the version and the version, each as a group. */
  readonly pattern: RegExp;
}

const MANIFEST = /(^  "version": ")([^"]+)/m;
const OWN_DEPENDENCY = /("@satori\/[a-z]+": ")(\d[^"]*)/g;

/** Manifests of the workspace. They depend on each other by exact version. */
export const MANIFESTS: readonly string[] = [
  "package.json",
  "libs/contracts/package.json",
  "libs/sidecar/package.json",
  "libs/engine/package.json",
  "libs/render/package.json",
  "apps/bridge/package.json",
  "apps/cli/package.json",
  "apps/console/package.json",
  "apps/mcp/package.json",
  "clients/typescript/package.json",
];

/** Besides the workspace's dependencies on itself. */
export const VERSION_PLACES: readonly VersionPlace[] = [
  ...MANIFESTS.map((file) => ({ file, pattern: MANIFEST })),
  { file: "clients/python/pyproject.toml", pattern: /(^version = ")([^"]+)/m },
  {
    file: "clients/python/src/satori_client/connect.py",
    pattern: /("name": "satori-client", "version": ")([^"]+)/,
  },
  {
    file: "clients/typescript/src/connect.ts",
    pattern: /(name: "@satori\/client", version: ")([^"]+)/,
  },
];

/** @throws if the file does not contain it where it should */
export function versionIn({ file, pattern }: VersionPlace, text: string): string {
  const [, , version] = pattern.exec(text) ?? [];
  if (version === undefined) throw new Error(`${file} has no version where ${pattern} finds it`);
  return version;
}

/** The text with another version, also of own packages that it depends on. */
export function withVersion({ pattern }: VersionPlace, text: string, version: string): string {
  return text
    .replace(pattern, (_whole, before: string) => before + version)
    .replace(OWN_DEPENDENCY, (_whole, before: string) => before + version);
}

/** Whether a release can have this version. */
export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(text);
}
