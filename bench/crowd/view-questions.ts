/** Questions about any repository, from its own files and symbols, so that all its work trees answer them. */
import type { SymbolKind, ToolInput, ToolName } from "@satori/contracts";
import { check } from "../support/failure.ts";
import type { McpServer } from "../support/mcp-server.ts";
import { type WorkTree, evenly } from "../support/work-trees.ts";

type QuestionOf<Tool extends ToolName> = Tool extends ToolName
  ? readonly [Tool, Omit<ToolInput<Tool>, "path">]
  : never;
export type ViewQuestion = QuestionOf<"search_codebase" | "file_outline" | "call_graph">;

const CALLABLE: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);
/** The mode of every third search. */
const MODES = ["grouped", "raw", "context"] as const;

/**
 * An outline, a call graph and two searches for each of some files that all trees have.
 *
 * @param server one that has the first tree indexed
 */
export async function viewQuestions(
  server: McpServer,
  trees: readonly WorkTree[],
  count: number,
): Promise<readonly ViewQuestion[]> {
  const [first] = trees;
  if (!first) return [];
  const common = first.sources.filter((path) => trees.every(({ sources }) => sources.includes(path)));
  const questions: ViewQuestion[] = [];
  for (const [at, file] of evenly(common, count).entries()) {
    const answer = await server.call("file_outline", { path: first.root, file });
    const symbols = answer.status === "ok" ? answer.outline.symbols : [];
    const symbol = symbols.filter(({ kind }) => CALLABLE.has(kind))[at % 3] ?? symbols[0];
    if (!symbol) continue;
    const name = symbol.symbolLabel.split(/[.:#]/).at(-1) ?? symbol.symbolLabel;
    const words = `${name} ${file.split("/").at(-2) ?? ""}`
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    const resultMode = MODES[at % MODES.length] as (typeof MODES)[number];
    questions.push(
      ["file_outline", { file }],
      ["call_graph", { symbolRef: { file, symbolId: symbol.symbolId }, direction: "both" }],
      ["search_codebase", { query: name, resultMode }],
      ["search_codebase", { query: `how does it ${words}`, resultMode, limit: 20 }],
    );
  }
  check(questions.length > count, "the repository has too few functions to ask about");
  return questions;
}
