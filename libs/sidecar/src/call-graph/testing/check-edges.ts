/**
 * For tests of resolution: cases that are nothing but a codebase and the edges in it. A codebase is one text,
 * with a heading `//- path` before each file; indentation that all lines share does not count.
 */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import type { AccessSite, CallSite } from "../../call-facts/facts.ts";
import { resolveSite } from "../edges/call-sites.ts";
import { factsProject } from "../facts-project.ts";
import { isVariable } from "../expressions/variables.ts";
import type { FileId } from "../project.ts";
import { Evaluator } from "../evaluator.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";

/** A codebase, and its edges as `printEdges` has them. */
export interface EdgeCase {
  readonly files: string;
  readonly edges: string;
}

/** One test for each case, named by its title. */
export function checkEdges(cases: Readonly<Record<string, EdgeCase>>): void {
  for (const [title, { files, edges }] of Object.entries(cases)) {
    test(title, async () => {
      expect(await printEdges(files)).toBe(trimIndent(edges));
    });
  }
}

/**
 * `caller → callee, callee possible`: a line for each call, and each access of a property, that leads
 * somewhere, by file and place. Functions are called as in the outline, what has no name by its line; of
 * several with one name each has its line too (`save@4`).
 */
export async function printEdges(text: string): Promise<string> {
  const files = await Promise.all(
    filesOf(trimIndent(text)).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
  );
  const project = factsProject(files);
  const resolution = new Evaluator(project);
  const names = namesIn(resolution);
  const lines = [...project.paths.keys()].flatMap((file) =>
    inPlace(resolution, file).flatMap((site) => {
      const { targets } = resolveSite(resolution, file, site);
      const caller = names(functionAround(resolution, { file, scope: site.scope }));
      const callees = targets.map(
        (target) => `${names(target)}${target.confidence === "resolved" ? "" : ` ${target.confidence}`}`,
      );
      return callees.length > 0 ? [`${caller} → ${callees.join(", ")}`] : [];
    }),
  );
  return lines.join("\n");
}

function inPlace(resolution: Resolution, file: FileId): readonly (CallSite | AccessSite)[] {
  const index = resolution.index(file);
  return [...(index?.flow.sites ?? []), ...(index?.accesses ?? [])].sort(
    (left, right) => left.start - right.start,
  );
}

/** Files of a text with headings. */
export function filesOf(text: string): { readonly path: string; readonly text: string }[] {
  return text
    .split(/^\/\/- /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { path: part.slice(0, end).trim(), text: part.slice(end + 1) };
    });
}

function trimIndent(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .replace(/\s+$/, "")
    .split("\n");
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
    Number.MAX_SAFE_INTEGER,
  );
  return lines.map((line) => line.slice(indent)).join("\n");
}

function namesIn(resolution: Resolution): (ref: ScopeRef) => string {
  const seen = new Map<string, number>();
  for (const file of resolution.project.paths.keys()) {
    for (const scope of resolution.index(file)?.flow.scopes.keys() ?? []) {
      const name = nameOf(resolution, { file, scope });
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  return (ref) => {
    const name = nameOf(resolution, ref);
    return (seen.get(name) ?? 0) > 1
      ? `${name}@${resolution.index(ref.file)?.flow.scopes[ref.scope]?.startLine}`
      : name;
  };
}

function nameOf(resolution: Resolution, { file, scope }: ScopeRef): string {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const own = scopes[scope];
  if (!own || scope === 0) return resolution.project.paths[file] ?? "";
  const name = own.name === "" ? `<${own.startLine}>` : own.name;
  const [owner] = own.owner === -1 ? [] : resolution.evaluate({ file, scope: own.parent, expr: own.owner });
  const around =
    owner?.kind === "class" ? { file: owner.file, scope: owner.scope } : { file, scope: own.parent };
  return around.scope === 0 ? name : `${nameOf(resolution, around)}.${name}`;
}

/** What gives a variable its value is called where the variable stands. */
function functionAround(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const first = isVariable(resolution, { file, scope }) ? (scopes[scope]?.parent ?? 0) : scope;
  for (let at = first; at > 0; at = scopes[at]?.parent ?? 0)
    if (scopes[at]?.kind === "function") return { file, scope: at };
  return { file, scope: 0 };
}
