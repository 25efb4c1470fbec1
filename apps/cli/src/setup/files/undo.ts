/**
 * Finds the text that a file had before `satori setup` added the entry. Taking an entry out cannot tell
 * whether an empty table was there before, or a line break at the end; a backup can. Pure.
 */
import { CommandError } from "../../failure.ts";
import type { ConfigurationFormat, EntryRequest } from "./edited.ts";

/** A copy of a file, made before it was changed. */
export interface Backup {
  readonly file: string;
  readonly text: string;
}

export type EarlierText =
  /** This backup has no entry, and what setup did to it makes the present text. */
  | { readonly kind: "backup"; readonly backup: Backup }
  /** There was no file: setup has made all of the present text. */
  | { readonly kind: "none" }
  /** The file has been changed since, or its backups are gone. */
  | { readonly kind: "unknown" };

/**
 * Exact, because it repeats the edits and compares: a backup from another time, or one without later changes
 * by other programs, is never used. Between the backup and the present text there may be others, with earlier
 * forms of the entry.
 *
 * @param backups newest first; the first that fits is chosen
 */
export function earlierText(
  request: EntryRequest,
  format: ConfigurationFormat,
  backups: readonly Backup[],
): EarlierText {
  const entry = format.entryIn(request);
  if (entry === null) return { kind: "unknown" };
  for (const [at, backup] of backups.entries()) {
    const earlier = { ...request, text: backup.text };
    const replaced = entryBefore(earlier, format);
    if (replaced === undefined || !leadsTo(request, format, { text: backup.text, entry, replaced })) continue;
    if (replaced === null) return { kind: "backup", backup };
    // Each text once: a copy of the present one must not be looked at for ever.
    const older = backups.slice(at + 1).filter(({ text }) => text !== backup.text);
    const found = earlierText(earlier, format, older);
    if (found.kind !== "unknown") return found;
  }
  return leadsTo(request, format, { text: null, entry, replaced: null })
    ? { kind: "none" }
    : { kind: "unknown" };
}

type Entry = Readonly<Record<string, unknown>>;

/** Null if there is none, undefined for a backup that cannot be parsed. */
function entryBefore(request: EntryRequest, format: ConfigurationFormat): Entry | null | undefined {
  return unlessUnusable(() => format.entryIn(request));
}

interface Step {
  readonly text: string | null;
  readonly entry: Entry;
  /** The entry that the text has already. */
  readonly replaced: Entry | null;
}

/** Whether writing the entry into the text makes the present text. */
function leadsTo(
  request: EntryRequest,
  format: ConfigurationFormat,
  { text, entry, replaced }: Step,
): boolean {
  const unwantedKeys = Object.keys(replaced ?? {}).filter((key) => !(key in entry));
  const kind = "command" in entry ? "command" : "url";
  const edited = unlessUnusable(() => format.edit({ ...request, text, entry, kind, unwantedKeys }));
  return edited?.text === request.text;
}

function unlessUnusable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
