/** Loads the files of a folder as a codebase for the resolver. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { type AnalyzedFile, type Project, analyze, factsProject } from "@satori/sidecar";

export interface Codebase {
  readonly project: Project;
  /** The line on which a symbol of a file has its name. */
  readonly nameLine: (file: number, symbol: number) => number;
}

/** Files that module resolution needs, in addition to those of the language. */
const CONFIGURATIONS = new Set(["package.json", "tsconfig.json", "go.mod", "Cargo.toml"]);
const LEFT_OUT = new Set(["node_modules", ".git", "vendor", "dist", "build", "target"]);

/**
 * Relative paths of the files of a folder that pass a test, ascending, without third-party code and build
 * output.
 */
export function filesIn(folder: string, passes: (path: string) => boolean): string[] {
  const walk = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
      const path = join(at, entry.name);
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : walk(path);
      return entry.isFile() ? [relative(folder, path).split(sep).join("/")] : [];
    });
  return walk(folder).filter(passes).sort();
}

export async function loadCodebase(folder: string, isSource: (path: string) => boolean): Promise<Codebase> {
  const files: AnalyzedFile[] = [];
  const nameLines = new Map<string, readonly number[]>();
  for (const path of filesIn(
    folder,
    (candidate) => isSource(candidate) || CONFIGURATIONS.has(basename(candidate)),
  )) {
    const text = readFileSync(join(folder, path), "utf8");
    const facts = await analyze(path, text, "outline");
    files.push({ path, text, facts });
    nameLines.set(
      path,
      facts.symbols.map((symbol) => symbol.nameLine),
    );
  }
  const project = factsProject(files);
  return { project, nameLine: (file, symbol) => nameLines.get(project.paths[file] as string)?.[symbol] ?? 0 };
}
