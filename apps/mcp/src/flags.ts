/** The command line of `satori-mcp`. Pure. */
import { parseArgs } from "node:util";
import { TOOL_SETS, type ToolSet } from "@satori/contracts";

export interface ServeFlags {
  readonly kind: "serve";
  /** As written; null when not given. */
  readonly root: string | null;
  /** A list of sets that there are; null when not given. */
  readonly tools: string | null;
  readonly logLevel: string | null;
}

export type Flags = ServeFlags | { readonly kind: "help" } | { readonly kind: "version" } | { readonly kind: "misused"; readonly problem: string };

export const USAGE = `satori-mcp: MCP server of Satori, over standard input and output

Usage: satori-mcp [--root DIR] [--tools SETS] [--log-level LEVEL]

  --root DIR         folder that relative paths are relative to; default: the client's
                     only root, else the working directory
  --tools SETS       sets of tools to offer, separated by commas (${TOOL_SETS.join(", ")});
                     default: core, which are six; scope adds list_paths and search_text;
                     workspace is list_dir, smart_search, workspace_read and
                     workspace_search over the folders DOCS_ROOT and CODE_ROOT
  --log-level LEVEL  debug, info, warn, error or silent; default: warn
  --version          print the version and exit
  --help             print this and exit

Settings come from SATORI_* variables and from satori.config.json in SATORI_HOME.
`;

export function parseFlags(args: readonly string[]): Flags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { root: { type: "string" }, tools: { type: "string" }, "log-level": { type: "string" }, version: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) return { kind: "help" };
    if (values.version) return { kind: "version" };
    const empty = (["root", "tools", "log-level"] as const).find((name) => values[name] === "");
    if (empty) return { kind: "misused", problem: `--${empty} needs a value` };
    const tools = values.tools === undefined ? null : parseToolSets(values.tools);
    if (tools && "problem" in tools) return { kind: "misused", problem: `--tools: ${tools.problem}` };
    return { kind: "serve", root: values.root ?? null, tools: values.tools ?? null, logLevel: values["log-level"] ?? null };
  } catch (error) {
    // parseArgs throws for unknown flags, missing values and stray words, and says which.
    return { kind: "misused", problem: error instanceof Error ? error.message : String(error) };
  }
}

export type ChosenSets = { readonly sets: readonly ToolSet[] } | { readonly problem: string };

/** Sets of tools out of a list with commas. */
export function parseToolSets(list: string): ChosenSets {
  const names = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const unknown = names.filter((name) => !isToolSet(name));
  if (names.length === 0 || unknown.length > 0) return { problem: `"${list}" is no list of tool sets. Known are ${TOOL_SETS.join(", ")}` };
  return { sets: names.filter(isToolSet) };
}

function isToolSet(name: string): name is ToolSet {
  return (TOOL_SETS as readonly string[]).includes(name);
}
