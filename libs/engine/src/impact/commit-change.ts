/** The change between two commits. */
import { pairFiles } from "../compare/file-pairs.ts";
import type { EngineContext } from "../engine-context.ts";
import { type ChangedOnDisk, changedOnDisk } from "../git/changed-on-disk.ts";
import { renamedFiles } from "../git/compare-commits.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { type FilesOfCommit, filesOfCommit } from "../scan/files-of-commit.ts";
import type { ChangeCall, ChangeRequest, ChangeSet } from "./change-set.ts";
import { ReadContents, readPairs } from "./read-contents.ts";
import { differentFiles } from "./version-difference.ts";

const HEAD = "HEAD";

/** Reads a change between two commits. Throws like `readChangeSet`. */
export async function readCommitChange(
  { config }: Pick<EngineContext, "config">,
  { place, base: baseRef, head: headRef = HEAD }: ChangeRequest & { readonly base: string },
  { deadline, signal }: ChangeCall,
): Promise<ChangeSet> {
  const { effectiveRoot: root, settings } = place;
  const { home, maxFileBytes } = config;
  const idOf = (ref: string, argument: string): Promise<string> =>
    resolveRef({ root, ref, argument }, signal);
  const commits = { root, base: await idOf(baseRef, "base"), head: await idOf(headRef, "head") };
  const check = (): void => deadline.check();
  const listed = (commit: string): Promise<FilesOfCommit> =>
    filesOfCommit({ root, commit, settings, home, maxFileBytes, signal, check });
  const [base, head, renames, onDisk] = await Promise.all([
    listed(commits.base),
    listed(commits.head),
    renamedFiles(commits, signal),
    changedOnDisk(root, [commits.base, commits.head], signal),
  ]);
  const paired = pairFiles({ base, head, renames }, (path) => isWithin(path, place.folder));
  const contents = new ReadContents({ root, maxFileBytes, signal });
  const { files, uncompared } = await readPairs(paired.pairs, contents);
  const of = { contents, files };
  const [baseDifference, headDifference] = [
    await differentFiles(pathsOf(onDisk, 0), { ...of, version: base, side: "base" }),
    await differentFiles(pathsOf(onDisk, 1), { ...of, version: head, side: "head" }),
  ];
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
    base: baseDifference.files,
    head: headDifference.files,
    isComplete: { base: baseDifference.isComplete, head: headDifference.isComplete },
  };
}

/**
 * Index paths of the files in which a commit differs from the disk; null without a work tree.
 *
 * @param at position of the commit
 */
function pathsOf(onDisk: ChangedOnDisk | null, at: number): string[] | null {
  const paths = onDisk && [...(onDisk.changed[at] ?? []), ...onDisk.absent];
  return paths && [...new Set(paths.map((path) => path.normalize("NFC")))].sort(compareText);
}
