/** Maps codebase names that people use to roots. */
import { basename } from "node:path";
import type { ArgumentProblem } from "@satori/contracts";
import { requireFolder, requirePresent } from "../codebase/home/registry.ts";
import { requireShown, rootsOf } from "../contents/shown.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseProblems } from "../errors.ts";
import { compareText, relativeTo } from "../model/paths.ts";

/** The codebases that a list of names refers to. */
export interface NamedRepos {
  /** Roots, ascending, without duplicates. */
  readonly roots: string[];
  /** Problems with names that match no codebase or several, with the available ones. */
  readonly problems: ArgumentProblem[];
}

/** The roots. Throws `INVALID_ARGUMENTS` if there are problems, and the errors of `readRepos`. */
export function resolveRepos(context: EngineContext, names: readonly string[], call: CallContext): string[] {
  const { roots, problems } = readRepos(context, names, call);
  refuseProblems(problems);
  return roots;
}

/**
 * Resolves names. An indexed codebase can be named by its folder name or by a path inside it; any other
 * readable folder by its path. Unindexed folders inside another named one are dropped. Throws the path's
 * error for a folder that cannot be used.
 */
export function readRepos(context: EngineContext, names: readonly string[], call: CallContext): NamedRepos {
  const read = names.map((name, at) =>
    /[/\\]/.test(name) || name === "." || name === ".."
      ? rootOfPath(context, name, call)
      : rootOfName(context, name, at),
  );
  const roots = read.filter((root) => typeof root === "string");
  const isHeld = (root: string): boolean =>
    roots.some(
      (other) => other !== root && relativeTo(other, root) !== null && !context.codebases.at(root).isTracked,
    );
  return {
    roots: [...new Set(roots)].filter((root) => !isHeld(root)).sort(compareText),
    problems: read.filter((root) => typeof root !== "string"),
  };
}

function rootOfPath(context: EngineContext, path: string, call: CallContext): string {
  const target = context.codebases.covering(path, call.baseFolder);
  requireShown({ context }, target.path, target.realPath, rootsOf(target, call));
  requirePresent(target);
  if (target.codebase.isTracked) return target.codebase.root;
  requireFolder(target.realPath);
  return target.realPath;
}

function rootOfName({ codebases }: EngineContext, name: string, at: number): string | ArgumentProblem {
  const roots = codebases.tracked().map(({ root }) => root);
  const named = roots.filter((root) => basename(root) === name);
  if (named.length === 1) return named[0] as string;
  const path = `repos[${at}]`;
  if (named.length > 1)
    return {
      path,
      message:
        `${JSON.stringify(name)} is the name of several codebases; pass the path of one: ` +
        `${named.join(", ")}`,
    };
  const known = roots.map((root) => basename(root));
  return {
    path,
    message:
      `${JSON.stringify(name)} is not an indexed codebase; ` +
      `${known.length === 0 ? "none are indexed yet" : `indexed codebases: ${known.join(", ")}`}`,
  };
}
