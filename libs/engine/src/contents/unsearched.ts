/** Files that a text search should have read but could not, and how an answer reports them. Pure. */
import { type SkipCause, counted } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import { compareText } from "../model/paths.ts";

/** A file that a search did not read, and why. */
export interface Unsearched {
  /** Path in the index. */
  readonly path: string;
  readonly cause: SkipCause | "ignored";
  /** For a link: the path inside the codebase that it leads to. */
  readonly target?: string;
}

/** Files to name per cause. */
const MAX_NAMED = 3;
/** Descriptions of files that were not searched, by cause. */
export const CAUSE_WORDS: { readonly [Cause in Unsearched["cause"]]: string } = {
  too_large: "larger than SATORI_MAX_FILE_BYTES",
  ignored: "ignored",
  binary: "binary",
  encoding: "in an unknown encoding",
  unreadable: "unreadable",
  special: "not a regular file",
  link: "behind symbolic links",
  unparsable: "unparsable",
  invalid_name: "with an invalid name",
  lfs_pointer: "stored in Git LFS",
  submodule: "in submodules",
};
// The keys are exactly those of the type.
const CAUSES = Object.keys(CAUSE_WORDS) as readonly Unsearched["cause"][];

/** Sorted by path, without duplicates. */
export function unsearchedList(found: readonly Unsearched[]): Unsearched[] {
  return [...new Map(found.map((each) => [each.path, each])).values()].sort((left, right) =>
    compareText(left.path, right.path),
  );
}

/** Number of files per cause, the first ones by name, and what to do; null if everything was searched. */
export function unsearchedNote(
  unsearched: readonly Unsearched[],
  what: "listed" | "searched" = "searched",
): string | null {
  const parts = CAUSES.flatMap((cause) => {
    const paths = unsearched
      .filter((each) => each.cause === cause)
      .map(({ path, target }) => (target === undefined ? path : `${path} → ${target || "."}`));
    if (paths.length === 0) return [];
    return [`${paths.length} ${CAUSE_WORDS[cause]} (${firstOf(paths)})`];
  });
  if (parts.length === 0) return null;
  const reading = unsearched.some(({ cause }) => cause === "too_large")
    ? " Use read_file for lines of a large file."
    : "";
  return `Not ${what}: ${parts.join("; ")}.${reading} "satori why PATH" explains why a path is excluded.`;
}

/** Says which files were read in an encoding that is a guess; null if there are none. */
export function guessedNote(paths: readonly string[]): string | null {
  return paths.length === 0
    ? null
    : `Not UTF-8, encoding assumed to be Windows-1252: ${counted(paths.length, "file")} (${firstOf(paths)}).`;
}

/** Whether a file's name marks it as text, such as source code. */
export function isNamedAsText(path: string): boolean {
  return detectLanguage(path, "") !== null;
}

function firstOf(paths: readonly string[]): string {
  return `${paths.slice(0, MAX_NAMED).join(", ")}${paths.length > MAX_NAMED ? ", …" : ""}`;
}
