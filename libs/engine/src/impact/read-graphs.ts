/** The codebase before and after a change, as graphs of its calls. */
import { SKIP_CAUSES, type SkipCause } from "@satori/contracts";
import { type Deadline, untilDeadline } from "../deadline.ts";
import type { CodeView } from "../store/code-view.ts";
import type { SkippedFile } from "../store/store.ts";
import type { ChangeSet, DifferentFiles } from "./change-set.ts";
import type { FileVersion } from "./file-version.ts";
import type { ImpactRequest } from "./impact-request.ts";
import { type ReplacedFiles, overlaid } from "./overlay.ts";
import { type VersionPair, readFileVersions } from "./read-file-versions.ts";
import { VersionGraph } from "./version-graph.ts";

export interface Graphs {
  readonly base: VersionGraph;
  readonly head: VersionGraph;
}

/** Files in which a version differs from the index. */
interface Difference {
  readonly replaced: ReplacedFiles;
  /** Those that could not be read: nothing is known about what they use. */
  readonly skipped: readonly SkippedFile[];
}

const NO_DIFFERENCE: Difference = { replaced: new Map(), skipped: [] };

/** Share of the remaining time for the files in which the version after the change differs from the index. */
const READING_SHARE = 0.5;

/**
 * The versions of a change over the index of the files on disk, or of the commit after the change. Files that
 * cannot be read, or not in time, count as skipped.
 *
 * @param pairs both versions of the changed files
 */
export async function readGraphs(
  { context, call }: Pick<ImpactRequest, "context" | "call">,
  {
    indexed,
    set,
    pairs,
  }: { readonly indexed: CodeView; readonly set: ChangeSet; readonly pairs: readonly VersionPair[] },
): Promise<Graphs & { readonly isRead: boolean }> {
  using reading = call.deadline.portion(READING_SHARE);
  const { replaced, skipped } = set.isComplete.head
    ? await versionsOf(context, set.head, reading)
    : NO_DIFFERENCE;
  const head = overlaid(indexed, replaced, skipped);
  const base = overlaid(head, reversed(pairs));
  return {
    base: new VersionGraph(base, call.deadline),
    head: new VersionGraph(head, call.deadline),
    isRead: !reading.isReached,
  };
}

async function versionsOf(
  context: ImpactRequest["context"],
  different: DifferentFiles,
  deadline: Deadline,
): Promise<Difference> {
  const contents = [...different.values()].filter((content) => content !== null);
  const versions = (await untilDeadline(() => readFileVersions(context, contents, deadline))) ?? [];
  const replaced = new Map<string, FileVersion | null>();
  for (const [path, content] of different) if (content === null) replaced.set(path, null);
  const skipped: SkippedFile[] = [];
  for (const [at, { path }] of contents.entries()) {
    const version = versions[at] ?? "deadline";
    const isRead = typeof version === "object";
    replaced.set(path, isRead ? version : null);
    if (!isRead) skipped.push({ path, cause: isSkipCause(version) ? version : "unreadable" });
  }
  return { replaced, skipped };
}

function isSkipCause(cause: string): cause is SkipCause {
  return (SKIP_CAUSES as readonly string[]).includes(cause);
}

/** What turns the files after a change into those before it. */
function reversed(pairs: readonly VersionPair[]): ReplacedFiles {
  const replaced = new Map<string, FileVersion | null>();
  for (const { head } of pairs) if (head) replaced.set(head.path, null);
  for (const { base } of pairs) if (base) replaced.set(base.path, base);
  return replaced;
}

/** Path after a change of a file before it; null if it is gone. */
export function pathsInHead(pairs: readonly VersionPair[]): (path: string) => string | null {
  const moved = new Map<string, string | null>();
  for (const { base, head } of pairs) if (base) moved.set(base.path, head?.path ?? null);
  return (path) => {
    const found = moved.get(path);
    return found === undefined ? path : found;
  };
}
