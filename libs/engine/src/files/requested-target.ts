/** Which file or folder a `read_file` request means: `path`, or `file` in the codebase of `path`. */
import { isAbsolute } from "node:path";
import type { ReadFileInput, WithPath } from "@satori/contracts";
import { type Target, isFile, requirePresent } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import { requireShown, rootsOf } from "../contents/shown.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { normalizeAbsolute, relativeTo } from "../model/paths.ts";
import { isOnForeignServer } from "../model/windows-paths.ts";

export interface RequestedTarget {
  /** What is read. */
  readonly target: Target;
  /** `path` as every answer repeats it: absolute and normalized. */
  readonly path: string;
  /** The folder that `file` is relative to, if the target is below it; otherwise null. */
  readonly root: string | null;
}

/**
 * Resolves the arguments. With `file`, `path` names a folder: the file is relative to the root of the
 * codebase that covers it or, without one, to the folder itself. The target keeps that codebase, even if
 * another one is nested in it.
 *
 * Whether the target may be shown is checked where it is read. Throws `PATH_OUTSIDE_ROOTS`, also if `file` is
 * outside the root; `PATH_NOT_FOUND` for the folder; `INVALID_ARGUMENTS` if `path` names a file although
 * `file` is given.
 */
export function requestedTarget(
  context: EngineContext,
  { path, file }: Pick<WithPath<ReadFileInput>, "path" | "file">,
  call: CallContext,
): RequestedTarget {
  const named = context.codebases.covering(path, call.baseFolder);
  if (file === undefined) return { target: named, path: named.path, root: null };
  requireCodebaseFolder(context, named, call);
  const { codebase } = named;
  const target = context.codebases.covering(requireBelow(codebase.root, file), call.baseFolder);
  // A link may lead to another codebase, as with `path` alone.
  return relativeTo(codebase.root, target.realPath) === null
    ? { target, path: named.path, root: null }
    : { target: { ...target, codebase }, path: named.path, root: codebase.root };
}

/** Checks confinement first, so that an answer says nothing about what is outside the roots. */
function requireCodebaseFolder(context: EngineContext, named: Target, call: CallContext): void {
  requireShown({ context }, named.path, named.realPath, rootsOf(named, call));
  requirePresent(named);
  if (!isFile(named.realPath)) return;
  const advice = "pass the codebase's folder with `file`, or leave out one of the two";
  const message = `is a file, ${named.path}: ${advice}`;
  throw new EngineError("INVALID_ARGUMENTS", `path ${message}`, { details: [{ path: "path", message }] });
}

/** The absolute path of a file. Throws `PATH_OUTSIDE_ROOTS` if it is not below the root. */
function requireBelow(root: string, file: string): string {
  const path = normalizeAbsolute(file, root);
  const isBelow =
    relativeTo(root, path) !== null ||
    (isAbsolute(file) && !isOnForeignServer(path, [root]) && relativeTo(root, realPathOf(path)) !== null);
  if (isBelow) return path;
  throw new EngineError(
    "PATH_OUTSIDE_ROOTS",
    `file ${file} is outside ${root}. To read another file, pass its absolute path as path, without file`,
    { details: { path, argument: "file" } },
  );
}
