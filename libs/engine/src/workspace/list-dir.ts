/** `list_dir`: a folder of the workspace roots, level by level, without dotfiles and ignored files. */
import { statSync } from "node:fs";
import {
  type DirEntry,
  LIMITS,
  type ListDirInput,
  type ListDirOutput,
  counted,
  workspaceAnswer,
} from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { isWithin, nameOf } from "../model/paths.ts";
import { compareLocations } from "./order.ts";
import { isRoot, resolvePath } from "./resolved-path.ts";
import { type SearchedRoot, searchedRoots, openWorkspaceRoots, repoOf } from "./roots.ts";
import { type TreeEntry, entriesOf } from "./tree.ts";

/** A folder to list. */
interface Folder {
  readonly root: SearchedRoot;
  /** Relative to the root; empty for the root itself. */
  readonly path: string;
}

/** Answers one `list_dir` request. Entries are sorted docs before code, then by path. */
export async function listDir(
  context: EngineContext,
  input: ListDirInput,
  call: CallContext,
): Promise<ListDirOutput> {
  const roots = searchedRoots(openWorkspaceRoots(context.config.workspaceRoots), input.repo);
  const folders =
    input.path === undefined || isRoot(input.path)
      ? roots.map((root): Folder => ({ root, path: "" }))
      : [folderOf(roots, input.path)];
  const { depth, results } = LIMITS.listDir;
  const listed = await Promise.all(
    folders.map((folder) => listFolder(context, folder, input.depth ?? depth.default, call)),
  );
  // If the deadline has passed, what was found before is still sorted.
  const isLate = listed.some((list) => list.isLate);
  const check = (): void => (isLate ? undefined : call.deadline.check());
  const entries = listed
    .flatMap((list) => list.entries)
    .sort((left, right) => (check(), compareLocations(left, right)));
  const notes = listed.flatMap((list) => list.notes);
  const shown = entries.slice(0, input.max_results ?? results.default);
  const truncated = shown.length < entries.length || isLate;
  return workspaceAnswer(
    { entries: shown, total: entries.length, ...(notes.length > 0 ? { notes } : {}) },
    { repo: repoOf(folders.map(({ root }) => root)), truncated },
    call.elapsedMs(),
  );
}

/** Throws `PATH_NOT_A_DIRECTORY`, and the errors of `resolvePath`. */
function folderOf(roots: readonly SearchedRoot[], asked: string): Folder {
  const { root, path, realPath } = resolvePath(roots, asked);
  if (!statSync(realPath).isDirectory())
    throw new EngineError("PATH_NOT_A_DIRECTORY", `${asked} is a file; use workspace_read`, {
      details: { path: asked },
    });
  return { root, path };
}

interface ListedFolder {
  readonly entries: readonly DirEntry[];
  readonly notes: readonly string[];
  /** Whether the deadline passed before everything was listed. */
  readonly isLate: boolean;
}

async function listFolder(
  context: EngineContext,
  { root, path: folder }: Folder,
  depth: number,
  { deadline }: CallContext,
): Promise<ListedFolder> {
  const levels = (path: string): number =>
    path === folder ? 0 : path.slice(folder === "" ? 0 : folder.length + 1).split("/").length;
  const isOnTheWay = (path: string): boolean => isWithin(folder, path);
  const isListed = (path: string): boolean => isWithin(path, folder) && path !== folder;
  const enters = (path: string): boolean =>
    isOnTheWay(path) || (isListed(path) && !nameOf(path).startsWith(".") && levels(path) < depth);
  const { entries, looked, isPartial, isLate } = await entriesOf(context, { root, enters, deadline });
  const listed = entries.filter(({ path }) => isListed(path) && !nameOf(path).startsWith("."));
  const left = looked.has(folder) || isLate ? [] : [`The ignore rules exclude ${folder}.`];
  return {
    entries: listed.map(({ path, kind, sizeBytes }: TreeEntry): DirEntry => ({
      repo: root.repo,
      path,
      kind,
      ...(kind === "file" ? { size: sizeBytes } : {}),
    })),
    isLate,
    notes: [
      ...left,
      ...(isLate
        ? [
            `The answer reached ${deadline.name}: only ${counted(looked.size, "folder")} of ` +
              `${root.repo} had been listed by then.`,
          ]
        : []),
      ...(isPartial ? [`Some folders of ${root.repo} cannot be read.`] : []),
    ],
  };
}
