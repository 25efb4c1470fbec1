/** The note about a text search that ended before it had searched everything. Pure. */
import { counted } from "@satori/contracts";
import type { TextSearchCut } from "./types.ts";

/** @param deadline the name of the deadline, with its setting */
export function cutNote({ by, files, filesWithMatches }: TextSearchCut, deadline: string): string {
  return (
    `${endOf(by, deadline)}. By then ${counted(filesWithMatches, "file")} had matches; ` +
    `${othersThan(filesWithMatches, files)}.`
  );
}

function endOf(by: TextSearchCut["by"], deadline: string): string {
  switch (by) {
    case "deadline":
      return `The search ended at ${deadline}`;
    case "memory":
      return "The search ended because ripgrep reached its memory limit: a simpler expression needs less";
    case "outside":
      return "The search ended because something outside Satori stopped ripgrep";
  }
}

function othersThan(filesWithMatches: number, files: number | null): string {
  if (files === null)
    return "the folders had not been listed, and it is unknown which other files were searched";
  return (
    `it is unknown which of the other ${counted(Math.max(0, files - filesWithMatches), "file")} were ` +
    "searched"
  );
}
