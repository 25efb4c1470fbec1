/** Call graphs written as short texts, and their drawings, for tests. */
import { type CallGraphEdge, type CallGraphOk, type Growth, withArguments } from "@satori/contracts";
import { renderCalls } from "../calls.ts";
import { printable, printableCode, printableLine } from "../printable.ts";
import { PLAIN } from "../style.ts";
import type { View } from "../view.ts";

export interface DrawnGraph {
  readonly symbol: string;
  /** Labels of the requested definitions; default: those that `symbol` names. */
  readonly roots?: readonly string[];
  /** `file:line label`, in the order of an answer; ids equal labels. */
  readonly nodes: readonly string[];
  /**
   * `caller > callee line: text`, with the confidence in brackets unless it is certain; in the order of an
   * answer.
   */
  readonly calls: readonly string[];
  readonly changes?: Partial<CallGraphOk>;
}

/** The answer that contains a graph. */
export function callGraphOf({ symbol, nodes, calls, changes, roots }: DrawnGraph): CallGraphOk {
  const known = nodes.map((text) => {
    const [, file = "", line = "", label = ""] = /^(.+):(\d+) (.+)$/s.exec(text) ?? [];
    const kind = label === file ? ("module" as const) : ("function" as const);
    return {
      file,
      symbolId: label,
      symbolLabel: label,
      kind,
      span: { startLine: Number(line), endLine: Number(line) + 9 },
    };
  });
  const edges = calls.map((call): CallGraphEdge => {
    const [, from = "", to = "", sure = "resolved", line = "", text = ""] =
      /^(.+) > (\S+)(?: \[(\w+)\])? (\d+): (.*)$/s.exec(call) ?? [];
    const file = known.find(({ symbolLabel }) => symbolLabel === from)?.file ?? "";
    // The pattern matches no other words.
    return {
      from,
      to,
      kind: "call",
      confidence: sure as CallGraphEdge["confidence"],
      via: "scope",
      site: { file, line: Number(line), text },
    };
  });
  return {
    tool: "call_graph",
    version: 1,
    status: "ok",
    path: "/code",
    effectiveRoot: "/code",
    symbol,
    direction: "callers",
    depth: 1,
    limit: 20,
    roots:
      roots ??
      known.map(({ symbolId }) => symbolId).filter((id) => id === symbol || id.endsWith(`.${symbol}`)),
    nodes: known,
    edges,
    notes: [],
    notesTruncated: false,
    totalNoteCount: 0,
    returnedNoteCount: 0,
    coverage: {
      unparsedFiles: 0,
      partlyParsedFiles: 0,
      unsupportedLanguages: [],
      unresolvedSites: 0,
      open: [],
    },
    meta: { durationMs: 1 },
    ...changes,
  };
}

/** A person at a terminal of any width, in the folder `/code`, who reads the words of envelopes. */
export const plainView: View = {
  style: PLAIN,
  columns: null,
  file: (_root, file) => printableLine(file),
  folder: (path) => printableLine(path.replace(/^\/code\//, "")),
  name: printableLine,
  symbol: printableLine,
  code: printable,
  codeLine: printableCode,
  tab: "  ",
  maxExcerptLines: 5,
  maxListed: 5,
  outlineDetail: "names",
  wording: {
    sentence: (text) => text,
    argument: (_tool, name, value) => (value === undefined ? name : `${name} ${value}`),
    rest: () => "",
  },
};

export const drawCalls = (growth: Growth, graph: DrawnGraph, columns: number | null = null): string =>
  renderCalls(withArguments({}, callGraphOf(graph)), growth, { ...plainView, columns });
