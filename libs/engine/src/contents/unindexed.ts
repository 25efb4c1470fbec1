/**
 * What an answer that found nothing says of files whose text the index does not have: what was asked for may
 * stand there.
 */
import type { SkipCause, WarningCode } from "@satori/contracts";
import { detectLanguage, resolvesCalls } from "@satori/sidecar";
import { isWithin } from "../model/paths.ts";
import type { SkippedFile, Snapshot } from "../store/store.ts";
import { unsearchedNote } from "./unsearched.ts";

export interface Unindexed {
  readonly warnings: readonly WarningCode[];
  /** A sentence for the message; null where there are no such files. */
  readonly note: string | null;
}

export const ALL_INDEXED: Unindexed = { warnings: [], note: null };

/** Of files that may be text; what is binary or no file at all has nothing that anybody asks for. */
const OF_TEXTS: ReadonlySet<SkipCause> = new Set<SkipCause>([
  "too_large",
  "encoding",
  "unparsable",
  "unreadable",
]);

/**
 * @param place folder or file, relative to the root; empty for all files
 * @param check called for each file; it may throw
 */
export async function unindexedText(
  snapshot: Snapshot,
  place: string,
  check?: () => void,
): Promise<Unindexed> {
  return told(snapshot, place, () => (check?.(), true));
}

/** The same, of files that may define what is called by a name: by their names they are code. */
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
    (file) => OF_TEXTS.has(file.cause) && isWithin(file.path, place) && isMeant(file),
  );
  return files.length === 0 ? ALL_INDEXED : { warnings: ["FILES_SKIPPED"], note: unsearchedNote(files) };
}
