/** How the command line shows answers: paths from the working directory, options and commands. Pure. */
import { join } from "node:path";
import { classAndMember } from "@satori/contracts";
import { printable, printableCode, printableLine, type Style, type View } from "@satori/render";
import { shownPath } from "../codebase.ts";
import type { CommandContext } from "../command.ts";
import type { Session } from "../session.ts";
import { forPeople, optionOf } from "./wording.ts";

/** What a person sees of a search result, or of a list that qualifies an answer. */
const MAX_LINES = 5;

export interface Reader {
  /** The folder that shown paths are relative to. */
  readonly cwd: string;
  readonly style: Style;
  /** Width to which lines are cut; null for no limit. */
  readonly columns: number | null;
}

/** The view of a command whose answer goes to its standard output. */
export function viewOf(
  { terminal: { out } }: Pick<CommandContext, "terminal">,
  { cwd }: Pick<Session, "cwd">,
): View {
  return personView({ cwd, style: out.style, columns: out.columns() });
}

export function personView({ cwd, style, columns }: Reader): View {
  return {
    style,
    columns,
    file: (root, file) => printableLine(shownPath(cwd, join(root, file))),
    folder: (path) => printableLine(shownPath(cwd, path)),
    name: printableLine,
    symbol: (label, file) => printableLine(classAndMember(label, file)),
    code: printable,
    codeLine: printableCode,
    tab: "  ",
    maxExcerptLines: MAX_LINES,
    maxListed: MAX_LINES,
    outlineDetail: "names",
    wording: {
      sentence: forPeople,
      argument: (tool, name, value) => `${optionOf(tool, name)}${value === undefined ? "" : ` ${value}`}`,
      rest: (atMost) => `; --json names ${atMost === null ? "them" : `up to ${atMost}`}`,
    },
  };
}
