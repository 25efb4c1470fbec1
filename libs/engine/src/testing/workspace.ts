/** Two roots for tests of the workspace tools, and an engine that knows of them. */
import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { WorkspaceAnswer, WorkspaceFailure, WorkspaceToolName } from "@satori/contracts";
import { TestPlace } from "./engine.ts";
import { writeTree } from "./trees/tree.ts";

export interface TestWorkspace extends AsyncDisposable {
  /** Everything lies below it. */
  readonly folder: string;
  readonly docs: string;
  readonly code: string;
  /** What a call answers, if it fits the tool's schema. */
  call(tool: WorkspaceToolName, args: object): Promise<Answered | WorkspaceFailure>;
  /** The result; throws when the call fails. */
  ask<Tool extends WorkspaceToolName>(tool: Tool, args: object): Promise<Answered>;
  /** Why the call fails; throws when it does not. */
  refuse(tool: WorkspaceToolName, args: object): Promise<WorkspaceFailure>;
  /** Moves the engine's clock. */
  advance(milliseconds: number): void;
  /** Makes an index of a folder. */
  index(root: string, args?: object): Promise<void>;
}

// Tests look at parts of results, which they name; the engine's own test helper has checked the schema.
// oxlint-disable-next-line no-explicit-any
export type Answered = WorkspaceAnswer<any>;

export interface WorkspaceOptions {
  /** Where the roots lie, relative to the folder of all. Default: `docs` and `code`. */
  readonly roots?: { readonly docs: string; readonly code: string };
}

/** @param tree as `writeTree` reads it; its paths begin with those of the roots */
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
