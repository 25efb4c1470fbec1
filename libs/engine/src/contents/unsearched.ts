/** What a text search was to look into and did not, and how an answer says so. Pure. */
import type { SkipCause } from "@satori/contracts";
import { compareText } from "../model/paths.ts";

export interface Unsearched {
  /** As the index names it. */
  readonly path: string;
  readonly cause: SkipCause | "ignored";
}

/** Of each cause so many are named. */
const MAX_NAMED = 3;
/** What a file is that was not looked into. */
export const CAUSE_WORDS: { readonly [Cause in Unsearched["cause"]]: string } = {
  too_large: "larger than SATORI_MAX_FILE_BYTES",
  ignored: "ignored",
  binary: "binary",
  encoding: "in an unknown encoding",
  unreadable: "unreadable",
  special: "not a regular file",
  unparsable: "unparsable",
  invalid_name: "with an invalid name",
};
// Keys are exactly those of the type.
const CAUSES = Object.keys(CAUSE_WORDS) as readonly Unsearched["cause"][];

/** By path, each once. */
export function unsearchedList(found: readonly Unsearched[]): Unsearched[] {
  return [...new Map(found.map((each) => [each.path, each])).values()].sort((left, right) =>
    compareText(left.path, right.path),
  );
}

/** How many for each cause, the first by name, and what to do; null where everything was searched. */
export function unsearchedNote(
  unsearched: readonly Unsearched[],
  what: "listed" | "searched" = "searched",
): string | null {
  const parts = CAUSES.flatMap((cause) => {
    const paths = unsearched.filter((each) => each.cause === cause).map(({ path }) => path);
    if (paths.length === 0) return [];
    return [
      `${paths.length} ${CAUSE_WORDS[cause]} ` +
        `(${paths.slice(0, MAX_NAMED).join(", ")}${paths.length > MAX_NAMED ? ", …" : ""})`,
    ];
  });
  if (parts.length === 0) return null;
  const reading = unsearched.some(({ cause }) => cause === "too_large")
    ? " Use read_file for lines of a large file."
    : "";
  return `Not ${what}: ${parts.join("; ")}.${reading} "satori why PATH" explains why a path is excluded.`;
}
