/**
 * The contents of an installation: which of our packages it needs, and which other packages come with them.
 */
import { type Dirent, lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sum } from "../support/statistics.ts";

export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly files: number;
  /** Space on disk, in whole blocks. */
  readonly diskBytes: number;
  readonly hasInstallScript: boolean;
}

/**
 * Names of the wanted packages and of those of our packages that they depend on, directly or not; ascending.
 * Pure.
 */
export function withDependencies(wanted: readonly string[], manifests: readonly Manifest[]): string[] {
  const needed = new Set<string>();
  const add = (name: string): void => {
    const manifest = manifests.find((candidate) => candidate.name === name);
    if (manifest === undefined || needed.has(name)) return;
    needed.add(name);
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency);
  };
  for (const name of wanted) add(name);
  return [...needed].sort((left, right) => (left < right ? -1 : 1));
}

interface LockEntry {
  readonly version?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

/** All packages below `node_modules`, largest first, from npm's own record of the installation. */
export function installedPackages(folder: string): InstalledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(packages)
    .map(([path, { version = "", hasInstallScript = false }]) => {
      const files = filesOf(join(folder, path));
      return {
        name: path.replace(/^.*node_modules\//, ""),
        version,
        files: files.length,
        diskBytes: sum(files),
        hasInstallScript,
      };
    })
    .sort((left, right) => right.diskBytes - left.diskBytes || (left.name < right.name ? -1 : 1));
}

/** Sizes on disk of a package's files; nested packages count separately. */
function filesOf(folder: string): number[] {
  const inside = ({ name }: Dirent): number[] => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    // Block counts are in units of 512 bytes, whatever the file system's block size.
    return stats.isDirectory() ? (name === "node_modules" ? [] : filesOf(path)) : [stats.blocks * 512];
  };
  return readdirSync(folder, { withFileTypes: true }).flatMap(inside);
}
