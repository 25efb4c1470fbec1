/**
 * Rust's crates as Cargo finds them: their names, the files that they begin with, and where the modules below
 * a file lie.
 */
import type { FileId } from "../../../call-graph/project.ts";
import { groupBy } from "../../../group-by.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { filesNamed, folderOf, joined, nameOf } from "../../../call-graph/rules/paths.ts";

/** Folders of the crates of the codebase, by the name that other crates know them by. */
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

/** The folder in which the modules below a file lie. */
export function moduleFolder(resolution: Resolution, path: string): string {
  return nameOf(path) === "mod.rs" || beginsCrate(resolution, path)
    ? folderOf(path)
    : path.replace(/\.rs$/, "");
}

/**
 * Every file of `tests/` or `src/bin/` is a crate of its own, whether or not others there have it as a
 * module.
 */
export function beginsCrate(resolution: Resolution, path: string): boolean {
  return ROOTS.includes(nameOf(path)) || targets(resolution).has(path);
}

/** The files in a folder that begin a crate which has this module; the first that may, where none says so. */
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

/** Each file in them is a program, test, example or benchmark. */
const TARGET_FOLDERS: readonly string[] = ["src/bin", "tests", "examples", "benches"];

/** Paths of the files that Cargo builds by themselves, but for those of `ROOTS`. */
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

/** By file. */
function targetsByFolder(resolution: Resolution): ReadonlyMap<string, readonly FileId[]> {
  const { project } = resolution;
  return resolution.shared("cargo targets by folder", () => {
    const files = [...targets(resolution)]
      .flatMap((path) => project.fileAt(path) ?? [])
      .sort((left, right) => left - right);
    return groupBy(files, (file) => folderOf(project.paths[file] as string));
  });
}

/** `path = "tools/cli.rs"` of a program, test or the library; those of dependencies are folders. */
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
