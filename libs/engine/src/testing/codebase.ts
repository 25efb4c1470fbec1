/** An indexed folder for tests of tools: the real store and embedder, no workers. */
import { cpSync } from "node:fs";
import type { SearchCodebaseInput, SearchCodebaseOk, ToolName, ToolOutput } from "@satori/contracts";
import type { EngineConfig } from "../config.ts";
import type { Embedder } from "../embed/embedder.ts";
import { StaticEmbedder } from "../embed/static.ts";
import type { Engine } from "../engine.ts";
import type { Reranker } from "../rerank/reranker.ts";
import { type LogLine, TestPlace } from "./engine.ts";
import { writeTree } from "./trees/tree.ts";

export interface TestCodebaseOptions {
  /** Default: the built-in embedder, shared by all tests of a file. Null for none. */
  readonly embedder?: Embedder | null;
  /** Default: none. */
  readonly reranker?: Reranker;
  readonly config?: Partial<EngineConfig>;
  /** Folders that calls may read in addition to tracked codebases. Default: the codebase's root. */
  readonly roots?: readonly string[];
}

export interface TestCodebase extends AsyncDisposable {
  readonly root: string;
  readonly engine: Engine;
  readonly log: readonly LogLine[];
  /** Advances the engine's clock. */
  advance(milliseconds: number): void;
  /**
   * Calls a tool as apps do; throws if the answer does not fit its schema. Relative paths are below the root.
   */
  call<Tool extends ToolName>(tool: Tool, args: object): Promise<ToolOutput<Tool>>;
  /** Indexes the folder and waits for the end of the run. */
  index(): Promise<void>;
  /** Searches the whole codebase; throws unless the status is `ok`. */
  search(query: string, args?: Partial<SearchCodebaseInput>): Promise<SearchCodebaseOk>;
}

const builtIn = new StaticEmbedder();

/**
 * Writes a tree to a temporary folder and indexes it.
 *
 * @param tree as `writeTree` reads it, or a folder to copy
 */
export async function indexedTree(
  tree: string | URL,
  options: TestCodebaseOptions = {},
): Promise<TestCodebase> {
  const codebase = openTree(tree, options);
  await codebase.index();
  return codebase;
}

/** Like `indexedTree`, but leaves the tree without an index. */
export function openTree(
  tree: string | URL,
  { embedder = builtIn, reranker, config = {}, roots }: TestCodebaseOptions = {},
): TestCodebase {
  const place = new TestPlace();
  const { root } = place.tree;
  if (typeof tree === "string") writeTree(root, tree);
  else cpSync(tree, root, { recursive: true });
  const {
    engine,
    log,
    index,
    call: ask,
  } = place.engine({ embedder, config, ...(reranker ? { reranker } : {}) });
  const call = <Tool extends ToolName>(tool: Tool, args: object): Promise<ToolOutput<Tool>> =>
    ask(tool, args, roots ? { roots } : {});
  return {
    root,
    engine,
    log,
    index,
    call,
    advance: (milliseconds) => place.tree.wait(milliseconds),
    search: async (query, args = {}) => {
      const answer = await call("search_codebase", { query, ...args });
      if (!("results" in answer))
        throw new Error(`The search did not succeed: ${answer.status} ${answer.message ?? ""}`);
      return answer;
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}
