/** Guesses which files of a repository a file imports, from the words of its import lines. Pure. */
import type { SymbolFact } from "@satori/sidecar";
import { importLines } from "../lexical/import-lines.ts";

interface ImportingFile {
  /** From the top level of the repository. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly symbols: readonly SymbolFact[];
}

/** Names of files that stand for their folder. */
const FOLDER_FILES = new Set(["__init__", "index", "mod", "lib"]);
/** A module with more files of its name says nothing. */
const MAX_FILES = 2;

/**
 * Files that end like a module of an import line: `app.core.run`, `./core/run`, `app::core::run`. In the
 * order of the paths; names that more than two files have are left out.
 */
export function importedFiles(
  { path, text, lines, symbols }: ImportingFile,
  paths: readonly string[],
): readonly string[] {
  const modules = new Set<string>();
  for (const line of importLines(text, symbols)) {
    for (const [written] of (lines[line - 1] ?? "").matchAll(/[\p{L}_@.][\p{L}\p{N}_@./:\\-]*/gu)) {
      const parts = written.split(/[./:\\]+/).filter((part) => part !== "" && part !== "@");
      if (parts.length > 0) modules.add(parts.slice(-2).join("/"));
    }
  }
  const byModule = new Map<string, string[]>();
  for (const file of paths) {
    if (file === path) continue;
    for (const name of moduleNames(file)) {
      if (!modules.has(name)) continue;
      const files = byModule.get(name);
      if (files) files.push(file);
      else byModule.set(name, [file]);
    }
  }
  const found = new Set([...byModule.values()].filter(({ length }) => length <= MAX_FILES).flat());
  return paths.filter((file) => found.has(file));
}

/** The last two parts of a file's module, and the last alone. */
function moduleNames(path: string): string[] {
  const parts = path.replace(/\.[^./]*$/, "").split("/");
  if (FOLDER_FILES.has(parts.at(-1) ?? "")) parts.pop();
  const last = parts.at(-1);
  return last === undefined ? [] : [last, ...(parts.length > 1 ? [parts.slice(-2).join("/")] : [])];
}
