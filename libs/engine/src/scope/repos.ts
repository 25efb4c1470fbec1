/** Codebases as people name them → their roots. */
import { basename } from "node:path";
import type { ArgumentProblem } from "@satori/contracts";
import { requireFolder, requirePresent } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { requireShown, rootsOf } from "../files/reading.ts";
import { compareText, relativeTo } from "../model/paths.ts";

/**
 * Roots, ascending, each once: of an indexed codebase by the name of its folder or by a path in it, of any other folder that
 * may be read by its path, unless another one that is named holds it. Throws `INVALID_ARGUMENTS` naming what there is, and
 * what the path of a folder that cannot be used throws.
 */
export function resolveRepos(context: EngineContext, names: readonly string[], call: CallContext): string[] {
  const roots = names.map((name, at) => (/[/\\]/.test(name) || name === "." || name === ".." ? rootOfPath(context, name, call) : rootOfName(context, name, at)));
  const isHeld = (root: string): boolean => roots.some((other) => other !== root && relativeTo(other, root) !== null && !context.codebases.at(root).isTracked);
  return [...new Set(roots)].filter((root) => !isHeld(root)).sort(compareText);
}

function rootOfPath(context: EngineContext, path: string, call: CallContext): string {
  const target = context.codebases.covering(path, call.baseFolder);
  requireShown({ context }, target.path, target.realPath, rootsOf(target, call));
  requirePresent(target);
  if (target.codebase.isTracked) return target.codebase.root;
  requireFolder(target.realPath);
  return target.realPath;
}

function rootOfName({ codebases }: EngineContext, name: string, at: number): string {
  const roots = codebases.tracked().map(({ root }) => root);
  const named = roots.filter((root) => basename(root) === name);
  if (named.length === 1) return named[0] as string;
  if (named.length > 1) throw refused(at, `${JSON.stringify(name)} is the name of several codebases; give the path of one: ${named.join(", ")}`);
  const known = roots.map((root) => basename(root));
  throw refused(at, `${JSON.stringify(name)} is no indexed codebase; ${known.length === 0 ? "none is indexed yet" : `known are ${known.join(", ")}`}`);
}

function refused(at: number, message: string): EngineError {
  const problem: ArgumentProblem = { path: `repos[${at}]`, message };
  return new EngineError("INVALID_ARGUMENTS", `${problem.path} ${message}`, { details: [problem] });
}
