/** The change between two commits. */
import { pairFiles } from "../compare/file-pairs.ts";
import type { EngineContext } from "../engine-context.ts";
import { changedOnDisk } from "../git/changed-on-disk.ts";
import { renamedFiles } from "../git/compare-commits.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { type FilesOfCommit, filesOfCommit } from "../scan/files-of-commit.ts";
import type { ChangeSet } from "./change-set.ts";
import type { ChangeCall, ChangeRequest } from "./read-change-set.ts";
import { ReadContents, readPairs } from "./read-contents.ts";
import { type VersionDifference, differentFiles } from "./version-difference.ts";

const HEAD = "HEAD";

/** Reads a change between two commits. Throws like `readChangeSet`. */
export async function readCommitChange(
  { config }: Pick<EngineContext, "config">,
  { place, base: baseRef, head: headRef = HEAD }: ChangeRequest & { readonly base: string },
  { deadline, signal }: ChangeCall,
): Promise<ChangeSet> {
  const { effectiveRoot: root, settings } = place;
  const { home, maxFileBytes } = config;
  const commits = {
    root,
    base: await resolveRef({ root, ref: baseRef, argument: "base" }, signal),
    head: await resolveRef({ root, ref: headRef, argument: "head" }, signal),
  };
  const check = (): void => deadline.check();
  const listed = (commit: string): Promise<FilesOfCommit> =>
    filesOfCommit({ root, commit, settings, home, maxFileBytes, signal, check });
  const [base, head] = [await listed(commits.base), await listed(commits.head)];
  const renames = await renamedFiles(commits, signal);
  const paired = pairFiles({ base, head, renames }, (path) => isWithin(path, place.folder));
  const contents = new ReadContents({ root, maxFileBytes, signal });
  const { files, uncompared } = await readPairs(paired.pairs, contents);
  const differenceOf = async (side: "base" | "head"): Promise<VersionDifference> =>
    differentFiles(await pathsOnDisk(root, commits[side], signal), {
      version: side === "base" ? base : head,
      contents,
      files,
      side,
    });
  const [ofBase, ofHead] = [await differenceOf("base"), await differenceOf("head")];
  return {
    source: "commits",
    baseCommit: commits.base,
    headCommit: commits.head,
    files,
    withoutSymbols: paired.withoutSymbols,
    uncompared: [...paired.uncompared, ...uncompared].sort((left, right) =>
      compareText(left.file, right.file),
    ),
    unmerged: [],
    base: ofBase.files,
    head: ofHead.files,
    isComplete: { base: ofBase.isComplete, head: ofHead.isComplete },
  };
}

/** Index paths of the files in which a commit differs from the disk; null without a work tree. */
async function pathsOnDisk(root: string, commit: string, signal?: AbortSignal): Promise<string[] | null> {
  const changed = await changedOnDisk(root, commit, signal);
  return changed && [...new Set(changed.paths.map((path) => path.normalize("NFC")))].sort(compareText);
}
