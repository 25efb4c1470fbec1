/**
 * A tree of hand-written files in many languages and sizes: some of our own sources and documents, and
 * installed packages.
 */
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Workspace } from "./workspace.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = [
  "apps/mcp/src",
  "libs/engine/src/search",
  "libs/engine/src/store",
  "libs/engine/src/sync",
  "libs/sidecar/src",
  "docs",
  "fixtures",
  "node_modules/commander",
  "node_modules/express",
  "node_modules/stemmer",
  "node_modules/tree-sitter-scala/bindings",
  "node_modules/tree-sitter-elixir/bindings",
];
/** Folders with generated or third-party files. */
const LEFT_OUT = new Set(["node_modules", "generated", "dist", "prebuilds"]);

/** Copies the files below one root and returns it. */
export function copyRealTree(workspace: Workspace): string {
  const root = workspace.path("real");
  for (const folder of FOLDERS) {
    const source = join(REPOSITORY, folder);
    if (!existsSync(source)) continue;
    const isWanted = (path: string): boolean =>
      !relative(source, path)
        .split("/")
        .some((name) => LEFT_OUT.has(name));
    // Renamed, since folders called node_modules are ignored.
    cpSync(source, join(root, folder.replace(/^node_modules/, "packages")), {
      recursive: true,
      dereference: true,
      filter: isWanted,
    });
  }
  return root;
}

/** All regular files below a folder, relative to it, ascending. */
export function filesBelow(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll("\\", "/"))
    .sort();
}
