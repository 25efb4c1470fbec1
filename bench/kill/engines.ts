/**
 * Engines that inspect and repair an index, each a new one, like another process. They share the parser
 * threads, which have no state of any index, since starting these takes longer than everything else.
 */
import { createRequire } from "node:module";
import type { ToolInput, ToolName, ToolOutput } from "@satori/contracts";
import { type Engine, callTool, openEngine, readConfig } from "@satori/engine";
import { WorkerPool } from "../../libs/engine/src/prepare/worker-pool.ts";
import type { Place } from "./observe.ts";

interface Clock {
  readonly nowMs: () => number;
}

export class Engines implements AsyncDisposable {
  private readonly pool: WorkerPool;

  /** @param environment default: empty, so that the default store is used */
  constructor(private readonly environment: Readonly<Record<string, string>> = {}) {
    const script = new URL(
      "./dist/file-worker.js",
      `file://${createRequire(import.meta.url).resolve("@satori/engine/package.json")}`,
    );
    this.pool = new WorkerPool({
      script,
      maxFileBytes: readConfig({ environment: {}, freshnessPolicy: "always" }).maxFileBytes,
    });
  }

  /** @param clock default: the system's clock */
  open({ home }: Place, clock?: Clock): Engine {
    const config = readConfig({
      environment: { ...this.environment, SATORI_HOME: home },
      freshnessPolicy: "always",
    });
    const preparer = {
      prepare: this.pool.prepare.bind(this.pool),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    return openEngine({ config, log: () => undefined, preparer, ...(clock ? { clock } : {}) });
  }

  /** Calls `work` with a new engine, and closes it. */
  async with<Result>(
    place: Place,
    work: (engine: Engine) => Promise<Result>,
    clock?: Clock,
  ): Promise<Result> {
    await using engine = this.open(place, clock);
    return await work(engine);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.pool[Symbol.asyncDispose]();
  }
}

/** Calls a tool on the codebase of a place, and waits for the run that it may start. */
export async function ask<Tool extends ToolName>(
  engine: Engine,
  { root }: Place,
  tool: Tool,
  input: Omit<ToolInput<Tool>, "path">,
): Promise<ToolOutput<Tool>> {
  const options = { baseFolder: root, roots: [], log: () => undefined };
  const answer = await callTool(
    engine,
    tool,
    tool === "list_codebases" ? input : { ...input, path: root },
    options,
  );
  await engine.waitForRun(root, root);
  return answer;
}
