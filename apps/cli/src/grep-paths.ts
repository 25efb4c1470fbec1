/** Converts the paths of `grep` into arguments of the tool, which searches one codebase at a time. */
import { relative, resolve } from "node:path";
import { printableLine } from "@satori/render";
import { isBelow, realPathOr } from "./codebase.ts";
import { CommandError } from "./failure.ts";
import { type Session, folderOf } from "./session.ts";

export interface GrepPaths {
  readonly path: string;
  readonly paths?: readonly string[];
}

/** The part of a session that tells where a path is. */
type Surroundings = Pick<Session, "folder" | "codebase" | "indexedRoot" | "isLocal">;

/**
 * The tool accepts either paths or patterns; combined with patterns, a single folder is passed as the folder
 * to search. Throws `INVALID_ARGUMENTS` for combinations that one call cannot express.
 *
 * @param hasPatterns whether options restrict the files by patterns
 */
export function readGrepPaths(
  session: Surroundings,
  paths: readonly string[],
  hasPatterns: boolean,
): GrepPaths {
  const [first, ...others] = paths;
  if (first === undefined) return { path: session.folder };
  if (!hasPatterns) return inOneCodebase(session, paths);
  if (others.length > 0 || isPattern(first))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "--include works with one folder only; for several, pass the patterns as paths, such as " +
        "'src/**/*.ts'",
    );
  return { path: folderOf(session, first) };
}

/** Whether a path is a pattern rather than a name. */
export function isPattern(path: string): boolean {
  return /[*?[{]/.test(path);
}

/**
 * Paths in another indexed codebase are searched as if the command had been run there. Paths that are not
 * indexed are left for the tool to reject.
 */
function inOneCodebase(
  { folder, codebase, indexedRoot, isLocal }: Surroundings,
  paths: readonly string[],
): GrepPaths {
  const asIs = { path: folder, paths };
  if (!isLocal) return asIs;
  const own = codebase();
  const rootOf = (path: string): string => {
    const real = realPathOr(resolve(folder, path));
    return isPattern(path) || isBelow(own, real) ? own : (indexedRoot(real) ?? own);
  };
  const roots = paths.map(rootOf);
  const away = roots.findIndex((root) => root !== own);
  const [root = own, ...others] = new Set(roots);
  if (away === -1) return asIs;
  if (others.length === 0)
    return {
      path: root,
      paths: paths.map((path) => relative(root, realPathOr(resolve(folder, path))) || "."),
    };
  throw new CommandError(
    "INVALID_ARGUMENTS",
    `${printableLine(paths[away] ?? "")} is in a different codebase than the other paths: search it ` +
      "separately",
  );
}
