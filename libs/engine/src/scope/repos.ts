/** Codebases as people name them → their roots. */
import { basename } from "node:path";
import type { ArgumentProblem } from "@satori/contracts";
import { requireFolder } from "../codebase/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { requireShown, rootsOf } from "../files/reading.ts";
import { compareText } from "../model/paths.ts";

/**
 * Roots, ascending, each once: of indexed codebases by the name of their folder, of any folder that may be read by its
 * path. Throws `INVALID_ARGUMENTS` naming what there is, and what the path of a folder that cannot be used throws.
 */
export function resolveRepos(context: EngineContext, names: readonly string[], call: CallContext): string[] {
  const roots = names.map((name, at) => (/[/\\]/.test(name) || name === "." || name === ".." ? rootOfPath(context, name, call) : rootOfName(context, name, at)));
  return [...new Set(roots)].sort(compareText);
}

function rootOfPath(context: EngineContext, path: string, call: CallContext): string {
  const target = context.codebases.covering(path, call.baseFolder);
  requireShown({ context }, target.path, target.realPath, rootsOf(target, call));
  if (target.codebase.isTracked && target.codebase.root === target.realPath) return target.codebase.root;
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
