/** Our resolution of a project's call sites against that of its compiler. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AnalyzedFile, NONE, type Project, Resolution, analyze, factsProject, resolveSite } from "@satori/sidecar";

/** A call as the compiler sees it. */
export interface OracleSite {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Offset of the last name of what is called, in UTF-16 units. */
  readonly start: number;
  readonly kind: string;
  /** `file:line` of the names of all declarations that it may mean; empty if those lie outside the project. */
  readonly declarations: ReadonlySet<string>;
}

export interface Agreement {
  /** Calls that the compiler resolves to something of the project. */
  gold: number;
  /** Of those, the ones that have a resolved edge to it. */
  hit: number;
  /** Resolved edges at sites that the compiler knows. */
  predicted: number;
  /** Of those, the ones that the compiler agrees with. */
  right: number;
}

/** Loads a project from files of a disk. */
export async function projectOf(root: string, paths: readonly string[]): Promise<Project> {
  const files: AnalyzedFile[] = [];
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    files.push({ path, text, facts: await analyze(path, text, "outline") });
  }
  return factsProject(files);
}

/**
 * By kind of call.
 *
 * @param symbolLines of each file the line of each symbol's name
 */
export function compareWithOracle(project: Project, symbolLines: (file: number, symbol: number) => number, oracle: readonly OracleSite[], onDifference: (kind: "missed" | "extra", site: OracleSite, text: string) => void): Map<string, Agreement> {
  const resolution = new Resolution(project);
  const agreements = new Map<string, Agreement>();
  for (const site of oracle) {
    const file = project.fileAt(site.file);
    const flow = file === undefined ? null : project.flow(file);
    if (file === undefined || !flow) continue;
    const agreement = agreements.get(site.kind) ?? { gold: 0, hit: 0, predicted: 0, right: 0 };
    agreements.set(site.kind, agreement);
    const own = flow.sites.filter(({ start }) => start === site.start).flatMap((found) => resolveSite(resolution, file, found).targets).filter(({ confidence }) => confidence === "resolved");
    const lines = own.map((target) => {
      const scope = project.flow(target.file)?.scopes[target.scope];
      const line = scope && scope.symbol !== NONE ? symbolLines(target.file, scope.symbol) : (scope?.startLine ?? 0);
      return `${project.paths[target.file]}:${line}`;
    });
    const right = lines.filter((line) => site.declarations.has(line)).length;
    agreement.predicted += lines.length;
    agreement.right += right;
    if (right < lines.length) onDifference("extra", site, lines.filter((line) => !site.declarations.has(line)).join(", "));
    if (site.declarations.size === 0) continue;
    agreement.gold++;
    if (right > 0) agreement.hit++;
    else onDifference("missed", site, [...site.declarations].join(", "));
  }
  return agreements;
}
