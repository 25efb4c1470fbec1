/** Uncommitted changes: the files on disk against `HEAD`. */
import { createHash } from "node:crypto";
import { pairFiles } from "../compare/file-pairs.ts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { changedOnDisk } from "../git/changed-on-disk.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { compareText, isWithin } from "../model/paths.ts";
import {
  type CommitFile,
  type ExcludedFile,
  type FilesOfCommit,
  filesOfCommit,
} from "../scan/files-of-commit.ts";
import { ByteBudget, type ChangeCall, type ChangeRequest, type ChangeSet } from "./change-set.ts";
import { DiskFiles } from "./disk-files.ts";
import { type LoneFile, renamedOnDisk } from "./file-renames.ts";
import { ReadContents, readPairs } from "./read-contents.ts";
import { differentFiles } from "./version-difference.ts";

/** Reads uncommitted changes. Throws like `readChangeSet`. */
export async function readWorkTreeChange(
  { config }: Pick<EngineContext, "config">,
  { place }: ChangeRequest,
  { deadline, signal }: ChangeCall,
): Promise<ChangeSet> {
  const { effectiveRoot: root, settings } = place;
  const { home, maxFileBytes } = config;
  const check = (): void => deadline.check();
  const commit = await headOf(root, signal);
  const [changed, base] = await Promise.all([
    changedOnDisk(root, [commit], signal),
    commit === null ? NO_FILES : filesOfCommit({ root, commit, settings, home, maxFileBytes, signal, check }),
  ]);
  if (changed === null)
    throw new EngineError("NOT_A_REPOSITORY", `${root} is a repository without a work tree`, {
      details: { path: root },
      nextStep: "Pass base and head to compare two of its commits.",
    });
  const disk = new DiskFiles({ root, settings, home, maxFileBytes });
  const work = workVersion(base, {
    paths: changed.changed[0] ?? [],
    disk,
    idDigest: digestOf(commit),
    check,
  });
  const contents = new ReadContents({ root, maxFileBytes, signal, onDisk: work.contents });
  const renames = await renamesOf(base, work.files, { contents, check });
  const paired = pairFiles({ base, head: work.files, renames }, (path) => isWithin(path, place.folder));
  const { files, uncompared } = await readPairs(paired.pairs, contents);
  const different = await differentFiles(work.paths, { version: base, contents, files, side: "base" });
  return {
    source: "work_tree",
    baseCommit: commit,
    headCommit: null,
    files,
    withoutSymbols: paired.withoutSymbols,
    uncompared: [...paired.uncompared, ...uncompared].sort((left, right) =>
      compareText(left.file, right.file),
    ),
    unmerged: changed.unmerged
      .map((path) => path.normalize("NFC"))
      .filter((path) => isWithin(path, place.folder)),
    base: different.files,
    head: new Map(),
    isComplete: { base: different.isComplete, head: true },
  };
}

const NO_FILES: FilesOfCommit = { files: [], leftOut: [] };

/** The commit that is checked out; null if there is none yet. */
async function headOf(root: string, signal?: AbortSignal): Promise<string | null> {
  try {
    return await resolveRef({ root, ref: "HEAD", argument: "head" }, signal);
  } catch (error) {
    if (error instanceof EngineError && error.code === "REF_NOT_FOUND") return null;
    throw error;
  }
}

/** The digest of a repository's object ids. */
function digestOf(commit: string | null): "sha1" | "sha256" {
  return commit?.length === 64 ? "sha256" : "sha1";
}

/** The files on disk, as a commit of them would list them. */
interface WorkVersion {
  readonly files: FilesOfCommit;
  /** Contents of the changed files, by their ids. */
  readonly contents: ReadonlyMap<string, Buffer>;
  /** Index paths of the changed files; ascending. */
  readonly paths: readonly string[];
}

interface WorkRequest {
  /** Changed paths, in the disk's spelling. */
  readonly paths: readonly string[];
  readonly disk: DiskFiles;
  readonly idDigest: "sha1" | "sha256";
  readonly check: () => void;
}

/** Replaces the changed files of a commit with those on disk. */
function workVersion(base: FilesOfCommit, { paths, disk, idDigest, check }: WorkRequest): WorkVersion {
  const oldIds = new Map(base.files.map(({ path, id }) => [path, id]));
  const ids = new Map<string, string>();
  const changed = new Set(paths.map((path) => path.normalize("NFC")));
  const files: CommitFile[] = base.files.filter(({ path }) => !changed.has(path));
  const leftOut: ExcludedFile[] = base.leftOut.filter(({ path }) => !changed.has(path));
  const contents = new Map<string, Buffer>();
  const budget = new ByteBudget();
  let read = 0;
  for (const diskPath of [...paths].sort(compareText)) {
    check();
    const path = diskPath.normalize("NFC");
    const file = disk.read(diskPath);
    if (file.kind === "absent") continue;
    if (file.kind === "excluded") leftOut.push({ path, cause: file.cause, id: ON_DISK });
    else {
      const id = blobId(file.bytes, idDigest);
      ids.set(path, id);
      files.push({ path, id, sizeBytes: file.bytes.length });
      if (++read <= 2 * ENGINE_LIMITS.comparedFiles && budget.take(file.bytes.length))
        contents.set(id, file.bytes);
    }
  }
  const byPath = (left: { readonly path: string }, right: { readonly path: string }): number =>
    compareText(left.path, right.path);
  return {
    files: { files: files.sort(byPath), leftOut: leftOut.sort(byPath) },
    contents,
    paths: [...changed].filter((path) => ids.get(path) !== oldIds.get(path) || !ids.has(path)).sort(),
  };
}

/** Differs from every id: git says that the file is not as in the commit. */
const ON_DISK = "";

/** The id that git would give a content. */
function blobId(bytes: Buffer, digest: "sha1" | "sha256"): string {
  return createHash(digest).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

interface RenameOptions {
  readonly contents: ReadContents;
  readonly check: () => void;
}

async function renamesOf(
  base: FilesOfCommit,
  head: FilesOfCommit,
  { contents, check }: RenameOptions,
): Promise<ReadonlyMap<string, string>> {
  const [old, present] = [pathsOf(base), pathsOf(head)];
  const gone = base.files.filter(({ path }) => !present.has(path));
  const added = head.files.filter(({ path }) => !old.has(path));
  if (gone.length === 0 || added.length === 0) return new Map();
  await contents.read(gone);
  const loneFile = (file: CommitFile): LoneFile => {
    const bytes = contents.of(file);
    return {
      path: file.path,
      id: file.id,
      text: typeof bytes === "string" ? null : bytes.toString("latin1"),
    };
  };
  return renamedOnDisk(gone.map(loneFile), added.map(loneFile), check);
}

function pathsOf({ files }: FilesOfCommit): ReadonlySet<string> {
  return new Set(files.map(({ path }) => path));
}
