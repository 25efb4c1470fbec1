/** What an answer says of files that their parser gave up on: that a name is not found there tells nothing. Pure. */
import type { WarningCode } from "@satori/contracts";
import { withSentence } from "../../freshness/behind.ts";
import { isWithin } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";

export interface Unparsed {
  readonly warnings: readonly WarningCode[];
  /** A sentence for the message; null where there are no such files. */
  readonly note: string | null;
}

export const ALL_PARSED: Unparsed = { warnings: [], note: null };

/** @param place folder or file, relative to the root; empty for all files */
export function unparsedWithin({ files }: Pick<Snapshot, "files">, place: string): Unparsed {
  const paths = files.paths.filter((path, file) => files.unparsed[file] === 1 && isWithin(path, place));
  const [first] = paths;
  if (first === undefined) return ALL_PARSED;
  const [which, they] = paths.length === 1 ? [first, "it declares"] : [`${paths.length} files, ${first} among them`, "they declare"];
  return { warnings: ["SYMBOL_METADATA_MISSING"], note: `The parser gave up on ${which}: what ${they} is not known, or not all of it.` };
}

/** A message with the note behind it, if there is one. */
export function noting(message: string | undefined, { note }: Pick<Unparsed, "note">): string | undefined {
  return withSentence(message, note);
}
