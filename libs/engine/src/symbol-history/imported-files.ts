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

/** The files of a repository by the names that imports have for them. Built once for all importing files. */
export class ImportableFiles {
  /** Positions among the paths. */
  private readonly byModule = new Map<string, number[]>();

  constructor(private readonly paths: readonly string[]) {
    for (const [at, path] of paths.entries())
      for (const name of moduleNames(path)) {
        const same = this.byModule.get(name);
        if (same) same.push(at);
        else this.byModule.set(name, [at]);
      }
  }

  /**
   * Files that end like a module of an import line: `app.core.run`, `./core/run`, `app::core::run`. In the
   * order of the paths; names that more than two other files have are left out.
   */
  importedBy(importing: ImportingFile): readonly string[] {
    const found = new Set<number>();
    for (const name of importedModules(importing)) {
      const others = (this.byModule.get(name) ?? []).filter((at) => this.paths[at] !== importing.path);
      if (others.length <= MAX_FILES) for (const at of others) found.add(at);
    }
    return [...found].sort((left, right) => left - right).map((at) => this.paths[at] as string);
  }
}

/** The last two parts of each dotted or slashed name of the import lines, or the only one. */
function importedModules({ text, lines, symbols }: ImportingFile): ReadonlySet<string> {
  const modules = new Set<string>();
  for (const line of importLines(text, symbols)) {
    for (const [written] of (lines[line - 1] ?? "").matchAll(/[\p{L}_@.][\p{L}\p{N}_@./:\\-]*/gu)) {
      const parts = written.split(/[./:\\]+/).filter((part) => part !== "" && part !== "@");
      if (parts.length > 0) modules.add(parts.slice(-2).join("/"));
    }
  }
  return modules;
}

/** The last two parts of a file's module, and the last alone. */
function moduleNames(path: string): string[] {
  const parts = path.replace(/\.[^./]*$/, "").split("/");
  if (FOLDER_FILES.has(parts.at(-1) ?? "")) parts.pop();
  const last = parts.at(-1);
  return last === undefined ? [] : [last, ...(parts.length > 1 ? [parts.slice(-2).join("/")] : [])];
}
