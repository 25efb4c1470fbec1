/** Two roots for tests of the workspace tools, and an engine that serves them. */
import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { WorkspaceAnswer, WorkspaceFailure, WorkspaceToolName } from "@satori/contracts";
import { TestPlace } from "./engine.ts";
import { writeTree } from "./trees/tree.ts";

export interface TestWorkspace extends AsyncDisposable {
  /** Folder of the tree. */
  readonly folder: string;
  readonly docs: string;
  readonly code: string;
  /** Calls a tool; throws if the answer does not fit the tool's schema. */
  call(tool: WorkspaceToolName, args: object): Promise<Answered | WorkspaceFailure>;
  /** Calls a tool and returns its answer; throws if the call fails. */
  ask<Tool extends WorkspaceToolName>(tool: Tool, args: object): Promise<Answered>;
  /** Calls a tool and returns its failure; throws if the call succeeds. */
  refuse(tool: WorkspaceToolName, args: object): Promise<WorkspaceFailure>;
  /** Advances the engine's clock. */
  advance(milliseconds: number): void;
  /** Indexes a folder and waits for the end of the run. */
  index(root: string, args?: object): Promise<void>;
}

// Tests name the parts of results that they read; the engine's own test helper has checked the schema.
// oxlint-disable-next-line no-explicit-any
export type Answered = WorkspaceAnswer<any>;

export interface WorkspaceOptions {
  /** Roots, relative to `folder` or absolute. Default: `docs` and `code`. */
  readonly roots?: { readonly docs: string; readonly code: string };
}

/**
 * Writes a tree and opens an engine whose workspace roots are two folders of it.
 *
 * @param tree as `writeTree` reads it; its paths start with those of the roots
 */
export function openWorkspace(
  tree: string,
  { roots = { docs: "docs", code: "code" } }: WorkspaceOptions = {},
): TestWorkspace {
  const place = new TestPlace();
  const folder = place.tree.root;
  writeTree(folder, tree);
  const [docs, code] = [roots.docs, roots.code].map((root) =>
    isAbsolute(root) ? root : join(folder, root),
  ) as [string, string];
  for (const root of [docs, code]) mkdirSync(root, { recursive: true });
  const { call, engine } = place.engine({ config: { workspaceRoots: { docs, code } } });
  return {
    folder,
    docs,
    code,
    call,
    ask: async (tool, args) => {
      const answer = await call(tool, args);
      if ("code" in answer) throw new Error(`${tool} failed: ${answer.code} ${answer.message}`);
      return answer;
    },
    refuse: async (tool, args) => {
      const answer = await call(tool, args);
      if (!("code" in answer)) throw new Error(`${tool} did not fail: ${JSON.stringify(answer)}`);
      return answer;
    },
    advance: (milliseconds) => place.tree.wait(milliseconds),
    index: async (root, args = {}) => {
      await call("manage_index", { action: "create", path: root, ...args });
      await engine.waitForRun(root, root);
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}
