/** Notes about what an outline leaves out, for the command line. Pure. */
import { type FileOutlineOutput, LIMITS, type WithArguments } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { atOption } from "../version-option.ts";

/** Notes about what an outline leaves out, and how to see it. @param file quoted for a shell */
export function outlineNotes(
  {
    status,
    hasMore,
    limitSymbols,
    warnings = [],
    message = "",
    hints = {},
    commit,
  }: WithArguments<Extract<FileOutlineOutput, { hasMore: boolean }>>,
  file: string,
): string[] {
  const { maximum } = LIMITS.outline;
  const at = atOption({ commit });
  const [keys] =
    status === "ok" && warnings.includes("OUTPUT_TRUNCATED") ? (KEYS_LEFT_OUT.exec(message) ?? []) : [];
  const ofKeys = keys === undefined ? [] : [printableLine(`${keys} satori read ${file}${at} shows them.`)];
  if (keys !== undefined || !hasMore) return ofKeys;
  if (limitSymbols < maximum) return [`more symbols than ${limitSymbols}: --limit shows up to ${maximum}`];
  const next = hints.fileOutline?.args["start_line"];
  return [
    printableLine(
      `more symbols than ${maximum}, the maximum of one answer: ` +
        (typeof next === "number"
          ? `satori outline ${file}:START-END${at} shows a range of lines; the next symbols begin at line ` +
            `${next}`
          : "find the others, which are on the same lines, by name with satori grep"),
    ),
  ];
}

/** Sentence of a message: outermost keys of data, or elements, that are not symbols. */
const KEYS_LEFT_OUT = /Only the first \d+ outermost .+ are not\./s;
