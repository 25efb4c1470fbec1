/**
 * How agents are shown answers: files relative to the root that the head names, tools and arguments by their
 * own names, lists in full, code as it is. A name that could not be read back, such as one with a line end,
 * is a JSON string. Pure.
 */
import { printable, quoted } from "@satori/contracts";
import { PLAIN } from "../style.ts";
import type { View } from "../view.ts";

/** A name from outside: as it is if nothing in it is invisible or ends a line, else as a JSON string. */
export function agentName(text: string): string {
  return !/^"|[\n\r\t]/.test(text) && printable(text) === text ? text : quoted(text);
}

export const AGENT_VIEW: View = {
  style: PLAIN,
  columns: null,
  file: (_root, file) => agentName(file),
  folder: agentName,
  name: agentName,
  symbol: agentName,
  code: (text) => text,
  // A line of an answer stays one line.
  codeLine: (line) => line.replace(/[\n\r]/g, " "),
  tab: "\t",
  maxExcerptLines: null,
  maxListed: null,
  outlineDetail: "signatures",
  wording: {
    sentence: (text) => text.replace(/[\n\r]/g, " "),
    argument: (_tool, name, value) =>
      value === undefined ? name : `${name}: ${typeof value === "number" ? value : JSON.stringify(value)}`,
    rest: () => "",
  },
};
