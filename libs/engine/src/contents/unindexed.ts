/**
 * What an empty answer says about files whose text is not in the index: they may contain what was searched.
 */
import type { SkipCause, WarningCode } from "@satori/contracts";
import { detectLanguage, resolvesCalls } from "@satori/sidecar";
import { isWithin } from "../model/paths.ts";
import type { SkippedFile, Snapshot } from "../store/store.ts";
import { isNamedAsText, unsearchedNote } from "./unsearched.ts";

export interface Unindexed {
  readonly warnings: readonly WarningCode[];
  /** A sentence for the message; null if there are no such files. */
  readonly note: string | null;
}

export const ALL_INDEXED: Unindexed = { warnings: [], note: null };

/**
 * Skip causes of files that may be text. Special files contain nothing to search for, and binary files only
 * if their names mark them as text.
 */
const OF_TEXTS: ReadonlySet<SkipCause> = new Set<SkipCause>([
  "too_large",
  "encoding",
  "unparsable",
  "unreadable",
]);

/**
 * Reports unindexed text files.
 *
 * @param place folder or file, relative to the root; empty for all files
 * @param check called for each file; may throw
 */
export async function unindexedText(
  snapshot: Snapshot,
  place: string,
  check?: () => void,
): Promise<Unindexed> {
  return told(snapshot, place, () => (check?.(), true));
}

/** Like `unindexedText`, for files that may define a symbol: those whose names mark them as code. */
export async function unindexedCode(
  snapshot: Snapshot,
  place: string,
  check?: () => void,
): Promise<Unindexed> {
  return told(
    snapshot,
    place,
    ({ path }) => (check?.(), resolvesCalls(detectLanguage(path, "")?.id ?? "text")),
  );
}

async function told(
  snapshot: Snapshot,
  place: string,
  isMeant: (file: SkippedFile) => boolean,
): Promise<Unindexed> {
  if (snapshot.skippedFiles === 0) return ALL_INDEXED;
  const files = (await snapshot.skipped()).filter(
    (file) => isOfText(file) && isWithin(file.path, place) && isMeant(file),
  );
  return files.length === 0 ? ALL_INDEXED : { warnings: ["FILES_SKIPPED"], note: unsearchedNote(files) };
}

function isOfText({ path, cause }: SkippedFile): boolean {
  return OF_TEXTS.has(cause) || (cause === "binary" && isNamedAsText(path));
}
