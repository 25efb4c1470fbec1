/**
 * Finds Rust's crates as Cargo does: their names, their root files, and where the modules below a file are.
 */
import type { FileId } from "../../../call-graph/project.ts";
import { groupBy } from "../../../group-by.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { filesNamed, folderOf, joined, nameOf } from "../../../call-graph/rules/paths.ts";

/** Source folders of the codebase's crates, keyed by the name that other crates use. */
export function crates(resolution: Resolution): ReadonlyMap<string, string> {
  return resolution.shared("crates", () => {
    const found = new Map<string, string>();
    for (const { folder, text } of manifests(resolution)) {
      const name = /^\s*name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
      if (name !== undefined) found.set(name.replaceAll("-", "_"), inFolder(folder, "src"));
    }
    return found;
  });
}

/** The folder with the modules below a file. */
export function moduleFolder(resolution: Resolution, path: string): string {
  return nameOf(path) === "mod.rs" || beginsCrate(resolution, path)
    ? folderOf(path)
    : path.replace(/\.rs$/, "");
}

/**
 * Whether a file is the root of a crate. Every file in `tests/` or `src/bin/` is, even if other files there
 * declare it as a module.
 */
export function beginsCrate(resolution: Resolution, path: string): boolean {
  return ROOTS.includes(nameOf(path)) || targets(resolution).has(path);
}

/** Crate roots in a folder that declare a module; the first root if none does. */
export function rootsWith(resolution: Resolution, folder: string, module: string): readonly FileId[] {
  const { project } = resolution;
  const declares = (file: FileId): boolean => (resolution.index(file)?.bindings(0, module) ?? []).length > 0;
  const named = ROOTS.flatMap((name) => project.fileAt(inFolder(folder, name)) ?? []);
  const root = named.find(declares) ?? named[0];
  if (root !== undefined) return [root];
  return (targetsByFolder(resolution).get(folder) ?? []).filter((file) => declares(file));
}

export function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

const ROOTS: readonly string[] = ["lib.rs", "main.rs"];

/** Folders in which each file is a program, test, example or benchmark. */
const TARGET_FOLDERS: readonly string[] = ["src/bin", "tests", "examples", "benches"];

/** Paths of the files that Cargo builds as crates, except `ROOTS`. */
function targets(resolution: Resolution): ReadonlySet<string> {
  return resolution.shared("cargo targets", () => {
    const folders = new Set<string>();
    const found = new Set<string>();
    for (const { folder, text } of manifests(resolution)) {
      for (const name of TARGET_FOLDERS) folders.add(inFolder(folder, name));
      for (const path of ["build.rs", ...pathsIn(text)]) found.add(joined(folder, path) ?? path);
    }
    for (const path of resolution.project.paths)
      if (path.endsWith(".rs") && nameOf(path) !== "mod.rs" && folders.has(folderOf(path))) found.add(path);
    return found;
  });
}

/** Ascending by file. */
function targetsByFolder(resolution: Resolution): ReadonlyMap<string, readonly FileId[]> {
  const { project } = resolution;
  return resolution.shared("cargo targets by folder", () => {
    const files = [...targets(resolution)]
      .flatMap((path) => project.fileAt(path) ?? [])
      .sort((left, right) => left - right);
    return groupBy(files, (file) => folderOf(project.paths[file] as string));
  });
}

/** Paths such as `path = "tools/cli.rs"` of a program, test or library; paths of dependencies are folders. */
function pathsIn(manifest: string): string[] {
  return [...manifest.matchAll(/^[ \t]*(?:path|build)[ \t]*=[ \t]*"([^"\n]+\.rs)"/gm)].map(
    ([, path = ""]) => path,
  );
}

function manifests(resolution: Resolution): { readonly folder: string; readonly text: string }[] {
  return filesNamed(resolution, "Cargo.toml").map((file) => ({
    folder: folderOf(resolution.project.paths[file] as string),
    text: resolution.project.text(file),
  }));
}
