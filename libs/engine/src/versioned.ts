/** Lets a tool answer about a commit: it gets the commit's codebase in place of the one on disk. */
import { dirname, join, relative } from "node:path";
import {
  type CallOf,
  MANAGE_FLAG_ACTIONS,
  shortCommit,
  type ToolName,
  type ToolOutput,
} from "@satori/contracts";
import type { Codebase } from "./codebase/codebase.ts";
import type { GateOpen } from "./codebase/gate.ts";
import type { Codebases, Target } from "./codebase/home/registry.ts";
import { realPathOf } from "./disk/real-path.ts";
import { relativeTo } from "./model/paths.ts";
import { type Freshness, UP_TO_DATE } from "./model/staleness.ts";
import { statsOf } from "./stats-of.ts";

/** Tools whose next calls can be about a commit. */
const VERSIONED = [
  "search_codebase",
  "file_outline",
  "call_graph",
  "read_file",
  "manage_index",
] as const satisfies readonly ToolName[];

/**
 * The codebases, with a commit in place of the files on disk of the same root. Without an index, a path is
 * its own root; one below the commit's root belongs to the commit, too.
 */
export function atVersion(codebases: Codebases, version: Codebase): Codebases {
  const { root } = version;
  const replaced = (target: Target): Target => {
    const realPath = pathInTree(root, target);
    const isNested = target.codebase.isTracked && isStrictlyBelow(root, target.codebase.root);
    return realPath === null || isNested ? target : { ...target, realPath, codebase: version };
  };
  return {
    at: (root) => (root === version.root ? version : codebases.at(root)),
    atCommit: (root, commit) => codebases.atCommit(root, commit),
    commitsOf: (root) => codebases.commitsOf(root),
    tracked: () => codebases.tracked(),
    covering: (path, baseFolder) => replaced(codebases.covering(path, baseFolder)),
    named: (path, baseFolder) => replaced(codebases.named(path, baseFolder)),
    listed: (path, baseFolder) => replaced(codebases.listed(path, baseFolder)),
    dropReplaced: () => codebases.dropReplaced(),
    replacements: () => codebases.replacements(),
    isRunning: () => codebases.isRunning(),
    close: () => codebases.close(),
  };
}

/**
 * Where a path is in the tree of a commit: as it is written below the root, since links of the tree on disk
 * are not those of the commit. Null if it is not in the tree.
 */
function pathInTree(root: string, { path, realPath }: Target): string | null {
  const start =
    relativeTo(root, path) === null
      ? [path, ...foldersAbove(path)].findLast((above) => realPathOf(above) === root)
      : root;
  if (start === undefined) return relativeTo(root, realPath) === null ? null : realPath;
  const written = join(root, relative(start, path));
  // Disks that ignore letter case have a spelling of their own.
  return folded(written) === folded(realPath) ? realPath : written;
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function isStrictlyBelow(root: string, path: string): boolean {
  return path !== root && relativeTo(root, path) !== null;
}

/**
 * The codebase that covers a path; without an index, the folder of the path, or the nearest one above it that
 * the disk has: a commit is of a folder. Throws the errors of the path.
 */
export function folderOfVersion(codebases: Codebases, path: string, baseFolder: string): Codebase {
  const { codebase, realPath } = codebases.covering(path, baseFolder);
  if (codebase.isTracked) return codebase;
  let folder = realPath;
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return codebases.at(folder);
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

/** A commit never changes, so that its index is always fresh. */
export function freshVersion({ head }: GateOpen): Freshness {
  return { decision: { mode: "fresh", checkedAt: head.syncedAt }, ...UP_TO_DATE };
}

/** The answer with the commit that it stands on, which its next calls name as well. */
export function withCommit<Tool extends ToolName>(
  answer: ToolOutput<Tool>,
  commit: string,
): ToolOutput<Tool> {
  if (!("tool" in answer) || answer.status === "error") return answer;
  const { meta, ...rest } = withRefs(answer, shortCommit(commit)) as unknown as {
    readonly meta: object;
  };
  // The compiler does not see that `commit` is a field of all these answers.
  return { ...rest, commit, meta } as unknown as ToolOutput<Tool>;
}

/** Adds `ref` to the arguments of every call in a value. */
function withRefs(value: unknown, ref: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withRefs(each, ref));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withRefs(each, ref)]));
  if (!isVersionedCall(fields)) return fields;
  return { ...fields, args: { ...fields.args, ref } };
}

function isVersionedCall(
  fields: Readonly<Record<string, unknown>>,
): fields is CallOf<"read_file"> & typeof fields {
  const { tool, args } = fields;
  if (!VERSIONED.some((versioned) => versioned === tool) || typeof args !== "object" || args === null)
    return false;
  const action: unknown = (args as { readonly action?: unknown }).action;
  return tool !== "manage_index" || MANAGE_FLAG_ACTIONS.ref.some((allowed) => allowed === action);
}
