/** Ways to search: the engine inside this process, a server over stdio, and ripgrep for comparison. */
import { spawnSync } from "node:child_process";
import type { SearchCodebaseInput, SearchCodebaseOk, SearchCodebaseOutput } from "@satori/contracts";
import { check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import type { CommandOptions } from "../support/measure.ts";

export interface Asked {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly answer: SearchCodebaseOk;
}

export interface Searcher extends AsyncDisposable {
  readonly name: string;
  ask(input: SearchCodebaseInput): Promise<Asked>;
}

/** Imported late, because the module exists only after a build. */
export async function openSearchers(
  home: string,
  options: CommandOptions,
): Promise<readonly [engine: Searcher, server: Searcher]> {
  const { callTool, openEngine, readConfig } = await import("@satori/engine");
  // The same environment for both: with different global git excludes, each would update the index with its
  // own at every query.
  Object.assign(process.env, options.environment);
  const engine = openEngine({
    config: readConfig({ environment: { SATORI_HOME: home }, freshnessPolicy: "by_age" }),
    log: () => undefined,
  });
  const server = await McpServer.start(options);
  return [
    {
      name: "engine",
      ask: (input) =>
        timed(
          () =>
            callTool(engine, "search_codebase", input, {
              baseFolder: options.cwd,
              roots: [],
              log: () => undefined,
            }),
          ownCpuMs,
        ),
      [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
    },
    {
      name: "satori-mcp",
      ask: (input) =>
        timed(
          () => server.call("search_codebase", input),
          () => server.cpuMs(),
        ),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    },
  ];
}

async function timed(call: () => Promise<SearchCodebaseOutput>, cpuMs: () => number): Promise<Asked> {
  const cpuBeforeMs = cpuMs();
  const startedMs = performance.now();
  const answer = await call();
  const wallMs = performance.now() - startedMs;
  check("results" in answer, `a search answered ${answer.status}: ${answer.message ?? ""}`);
  return { wallMs, cpuMs: cpuMs() - cpuBeforeMs, answer };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Whether a command can be started. */
export function isThere(rg: string): boolean {
  return spawnSync(rg, ["--version"]).status === 0;
}

/** Counts the lines with a word in all files, including the start of the process. Null if there are none. */
export function grep(rg: string, word: string, folder: string): number | null {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(
    rg,
    ["--count", "--ignore-case", "--fixed-strings", "--no-messages", "--", word, folder],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const wallMs = performance.now() - startedMs;
  check(status === 0 || status === 1, `${rg} failed: ${String(stderr).slice(0, 500)}`);
  return status === 0 ? wallMs : null;
}
