/** A call in one line. Pure. */
import type { ToolName } from "@satori/contracts";
import type { ToolArguments } from "../host.ts";
import { printableLine } from "./printable.ts";
import { short } from "./short.ts";

export interface CallLine {
  readonly tool: string;
  /** What the call asks for. */
  readonly subject: string;
  /** Where it looks. */
  readonly place: string;
}

/** While the model writes them, arguments may be missing or of any type. */
export function callLine(tool: ToolName, args: ToolArguments): CallLine {
  const text = (name: string): string =>
    typeof args[name] === "string" || typeof args[name] === "number" ? String(args[name]) : "";
  const [subject, place] = partsOf(tool, args, text);
  return { tool, subject: short(printableLine(subject)), place: short(printableLine(place)) };
}

function partsOf(
  tool: ToolName,
  args: ToolArguments,
  text: (name: string) => string,
): readonly [string, string] {
  switch (tool) {
    case "manage_index":
      return [text("action"), text("path")];
    case "search_codebase":
      return [text("query") === "" ? "" : `"${text("query")}"`, text("path")];
    case "file_outline":
      return [text("file"), text("path")];
    case "call_graph":
      return [`${text("direction")} ${text("symbol") || symbolOf(args["symbolRef"])}`.trim(), text("path")];
    case "read_file":
      return readParts(text);
    default:
      return ["", ""];
  }
}

function readParts(text: (name: string) => string): readonly [string, string] {
  const [file, path, symbol] = [text("file"), text("path"), text("open_symbol")];
  const lines = linesOf(text("start_line"), text("end_line"));
  return file === "" ? [`${path}${lines}`, symbol] : [`${file}${lines}`, symbol || path];
}

function symbolOf(reference: unknown): string {
  const { symbolLabel, symbolId } = (reference ?? {}) as {
    readonly symbolLabel?: unknown;
    readonly symbolId?: unknown;
  };
  return ([symbolLabel, symbolId].find((name) => typeof name === "string") as string | undefined) ?? "";
}

function linesOf(start: string, end: string): string {
  return start === "" && end === "" ? "" : `:${start || "1"}-${end}`;
}
