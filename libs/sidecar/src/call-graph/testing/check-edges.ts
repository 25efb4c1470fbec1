/**
 * For tests of call resolution: a test case is a codebase and its edges, as texts. A heading `//- path`
 * precedes each file of the codebase; common indentation is removed.
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

/** A codebase, and its edges in the format of `printEdges`. */
export interface EdgeCase {
  readonly files: string;
  readonly edges: string;
}

/** Registers one test per case, named by its title. */
export function checkEdges(cases: Readonly<Record<string, EdgeCase>>): void {
  for (const [title, { files, edges }] of Object.entries(cases)) {
    test(title, async () => {
      expect(await printEdges(files)).toBe(trimIndent(edges));
    });
  }
}

/**
 * The edges of a codebase, such as `caller → callee, callee possible`: one line per call or property access
 * with targets, by file and position. Functions have their outline names, functions without a name their
 * line; functions that share a name have both (`save@4`).
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

/** Splits a text with headings into files. */
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

/** The initializer of a variable runs where the variable is declared. */
function functionAround(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const first = isVariable(resolution, { file, scope }) ? (scopes[scope]?.parent ?? 0) : scope;
  for (let at = first; at > 0; at = scopes[at]?.parent ?? 0)
    if (scopes[at]?.kind === "function") return { file, scope: at };
  return { file, scope: 0 };
}
