/** The note about a text search that ended before it had searched everything. Pure. */
import { counted } from "@satori/contracts";
import type { TextSearchCut } from "./types.ts";

/** @param deadline the name of the deadline, with its setting */
export function cutNote({ by, files, filesWithMatches }: TextSearchCut, deadline: string): string {
  return (
    `${endOf(by, deadline)}. By then matches had been found in ${counted(filesWithMatches, "file")}; ` +
    `${othersThan(filesWithMatches, files)}.`
  );
}

function endOf(by: TextSearchCut["by"], deadline: string): string {
  switch (by) {
    case "deadline":
      return `The search ended at ${deadline}`;
    case "memory":
      return (
        "The search ended since ripgrep ran out of the memory that it may take: a simpler expression " +
        "needs less"
      );
    case "outside":
      return "The search ended since something outside of Satori ended ripgrep";
  }
}

function othersThan(filesWithMatches: number, files: number | null): string {
  if (files === null)
    return "the folders had not been listed, and which other files were searched is not known";
  return (
    `which of the other ${counted(Math.max(0, files - filesWithMatches), "file")} were searched is not ` +
    "known"
  );
}
