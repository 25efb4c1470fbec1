/**
 * Reads the `package.json` and `tsconfig.json` files of a codebase, as far as they affect module resolution.
 */
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { filesNamed, folderOf, foldersUp, joined } from "../../../call-graph/rules/paths.ts";
import { looseObject } from "./loose-json.ts";

/** The parts of a `package.json` that matter for resolution. */
export interface PackageJson {
  readonly folder: string;
  readonly name: string | null;
  readonly main: string | null;
  readonly source: string | null;
  readonly exports: unknown;
  readonly imports: unknown;
  /** Packages in any kind of dependency list. */
  readonly dependencies: ReadonlySet<string>;
}

/** Path mappings of a `tsconfig.json`: its own, or else those of a configuration that it extends. */
export interface PathConfig {
  /** Folder that targets are relative to. */
  readonly base: string;
  readonly hasBaseUrl: boolean;
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

/** All packages of the codebase; if two have the same name, the first by path. */
export function packagesByName(resolution: Resolution): {
  readonly byName: ReadonlyMap<string, PackageJson>;
  readonly byFolder: ReadonlyMap<string, PackageJson>;
} {
  return resolution.shared("package.json", () => {
    const byName = new Map<string, PackageJson>();
    const byFolder = new Map<string, PackageJson>();
    for (const file of filesNamed(resolution, "package.json")) {
      const content = looseObject(resolution.project.text(file));
      const folder = folderOf(resolution.project.paths[file] as string);
      const read: PackageJson = {
        folder,
        name: textOf(content["name"]),
        main: textOf(content["main"]),
        source: textOf(content["source"]),
        exports: content["exports"],
        imports: content["imports"],
        dependencies: dependenciesIn(content),
      };
      byFolder.set(folder, read);
      if (read.name !== null && !byName.has(read.name)) byName.set(read.name, read);
    }
    return { byName, byFolder };
  });
}

function dependenciesIn(content: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(
    Object.keys(content)
      .filter((key) => /^(?:\w+D|d)ependencies$/.test(key))
      .flatMap((key) => Object.keys(asObject(content[key]))),
  );
}

/** The package that contains a folder, if any. */
export function packageAround(resolution: Resolution, folder: string): PackageJson | undefined {
  const { byFolder } = packagesByName(resolution);
  for (const at of foldersUp(folder)) {
    const found = byFolder.get(at);
    if (found) return found;
  }
  return undefined;
}

/**
 * Configurations with paths from `tsconfig.json` or `jsconfig.json`, one per folder, from `folder` upwards.
 */
export function* configsAround(resolution: Resolution, folder: string): Generator<PathConfig> {
  for (const at of foldersUp(folder)) {
    const config = resolution.shared(`tsconfig ${at}`, () => configIn(resolution, at));
    if (config) yield config;
  }
}

function configIn(resolution: Resolution, folder: string): PathConfig | null {
  for (const name of ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"]) {
    const file = resolution.project.fileAt(folder === "" ? name : `${folder}/${name}`);
    const config = file === undefined ? null : configOf(resolution, file, new Set());
    if (config) return config;
  }
  return null;
}

function configOf(resolution: Resolution, file: FileId, seen: Set<FileId>): PathConfig | null {
  if (seen.has(file)) return null;
  seen.add(file);
  const folder = folderOf(resolution.project.paths[file] as string);
  const content = looseObject(resolution.project.text(file));
  const options = asObject(content["compilerOptions"]);
  const baseUrl = textOf(options["baseUrl"]);
  const paths = Object.entries(asObject(options["paths"]));
  if (baseUrl !== null || paths.length > 0) {
    const base = baseUrl === null ? folder : (joined(folder, baseUrl) ?? folder);
    return {
      base,
      hasBaseUrl: baseUrl !== null,
      paths: paths.map(([pattern, targets]) => ({
        pattern,
        targets: Array.isArray(targets) ? targets.filter((target) => typeof target === "string") : [],
      })),
    };
  }
  for (const other of [content["extends"]].flat()) {
    const path = typeof other === "string" && other.startsWith(".") ? joined(folder, other) : null;
    const found =
      path === null
        ? undefined
        : (resolution.project.fileAt(path) ?? resolution.project.fileAt(`${path}.json`));
    const config = found === undefined ? null : configOf(resolution, found, seen);
    if (config) return config;
  }
  return null;
}

function asObject(value: unknown): Record<string, unknown> {
  // All keys of an object parsed from JSON are strings.
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
