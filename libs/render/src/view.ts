/** What the rendering of an answer depends on: who reads it, and where. */
import type { ToolName } from "@satori/contracts";
import type { Style } from "./style.ts";

export interface View {
  readonly style: Style;
  /** Width to which lines are cut; null for no limit. */
  readonly columns: number | null;
  /** A file of an answer as the reader names it, on one line. `file` is relative to the root. */
  readonly file: (root: string, file: string) => string;
  /** An absolute path as the reader names it, on one line. */
  readonly folder: (path: string) => string;
  /** A name from outside, on one line. */
  readonly name: (text: string) => string;
  /** The label of a symbol of a file, on one line; people see no namespaces. */
  readonly symbol: (label: string, file: string) => string;
  /** Lines of code. */
  readonly code: (text: string) => string;
  /** One line of code. */
  readonly codeLine: (line: string) => string;
  /** What a tab in a line of code becomes where lines are indented. */
  readonly tab: string;
  /** Maximum number of lines shown of a search result; null for all. */
  readonly maxExcerptLines: number | null;
  /** Maximum number of items shown of a list that qualifies an answer; null for all. */
  readonly maxListed: number | null;
  readonly outlineDetail: "names" | "signatures";
  readonly wording: Wording;
}

/** How tools, their arguments and calls are named for the reader. */
export interface Wording {
  /**
   * A sentence of an envelope, which names tools and arguments.
   *
   * @param folder the folder that the sentence is about, if it is about one
   */
  readonly sentence: (text: string, folder?: string | null) => string;
  /** An argument of a tool, with its value if there is one. */
  readonly argument: (tool: ToolName, name: string, value?: string | number) => string;
  /** How to get the rest of a list that is shown in part; follows "and 3 more". Empty if there is no way. */
  readonly rest: (atMost: number | null) => string;
}
