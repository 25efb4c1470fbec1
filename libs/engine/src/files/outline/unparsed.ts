/** Notes about files that their parser gave up on: if a name is not found there, it may still exist. Pure. */
import { withSentence } from "../../model/staleness.ts";
import type { WarningCode } from "@satori/contracts";
import { isWithin } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import { isWrittenSo, locatedName } from "../symbol-lookup/written-name.ts";

/** What an answer adds about such files. */
export interface Unparsed {
  readonly warnings: readonly WarningCode[];
  /** A sentence for the message; null if there are no such files. */
  readonly note: string | null;
}

export const ALL_PARSED: Unparsed = { warnings: [], note: null };

/**
 * The note about unparsed files in a place.
 *
 * @param place folder or file, relative to the root; empty for all files
 * @param check called for each file; may throw
 */
export function unparsedWithin(
  { files }: Pick<Snapshot, "files">,
  place: string,
  check?: () => void,
): Unparsed {
  const paths = files.paths.filter(
    (path, file) => (check?.(), files.unparsed[file] === 1 && isWithin(path, place)),
  );
  const [first] = paths;
  if (first === undefined) return ALL_PARSED;
  const [which, they] =
    paths.length === 1 ? [first, "its"] : [`${paths.length} files, including ${first}`, "their"];
  return {
    warnings: ["SYMBOL_METADATA_MISSING"],
    note: `The parser gave up on ${which}: ${they} declarations are missing or incomplete.`,
  };
}

/**
 * The note about the file in front of a name (`FILE:NAME`, `FILE:LINE`), if its syntax errors may hide what
 * it declares.
 */
export function unparsedIn({ files }: Pick<Snapshot, "files">, asked: string, check?: () => void): Unparsed {
  const written = locatedName(asked)?.file;
  const at =
    written === undefined
      ? -1
      : files.paths.findIndex(
          (path, file) => (check?.(), files.withSyntaxErrors[file] === 1 && isWrittenSo(path, written)),
        );
  return at === -1
    ? ALL_PARSED
    : {
        warnings: ["FILE_HAS_SYNTAX_ERRORS"],
        note: `${files.paths[at]} has syntax errors: declarations near them may be missing.`,
      };
}

/** Appends the note, if there is one, to a message. */
export function noting(message: string | undefined, { note }: Pick<Unparsed, "note">): string | undefined {
  return withSentence(message, note);
}
