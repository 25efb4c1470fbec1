/**
 * A server over HTTP under load: many concurrent sessions, each with its own scope, calling mixed tools.
 *
 *   npm run bench -- load [--seconds 60] [--sessions 200] [--codebases 4] [--files 240] [--seed N] [--json]
 *
 *   --sessions N    concurrent sessions; each uses one codebase, one of its folders and one language
 *   --codebases N   synthetic codebases, indexed beforehand
 *   --files N       files of each
 *
 * Every answer is checked against its session's scope: results from another codebase, folder or language are
 * cross-talk. Each session sends its next call as soon as the last is answered, so the latency is that of a
 * server with as many waiting calls as sessions. Memory is that of the server's process (Linux), in thirds of
 * the time; it must not grow. Errors and cross-talk are printed, and the exit code is 1.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { countOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { BenchmarkError } from "../support/failure.ts";
import { MCP, environmentIn, requireBuilt } from "../support/product.ts";
import { residentBytesOf } from "../support/process-account.ts";
import { seededRandom } from "../support/random.ts";
import { percentile } from "../support/statistics.ts";
import { figure, megabytes } from "../support/target.ts";
import { runSession } from "./session.ts";
import { writeCodebase } from "./tree.ts";

const MAX_PRINTED = 20;
const START_MS = 20_000;
const INDEX_MS = 120_000;
/** Metadata of the newest protocol, which has no handshake. */
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

await runBenchmark(import.meta.url, {
  options: {
    seconds: { type: "string", default: "60" },
    sessions: { type: "string", default: "200" },
    codebases: { type: "string", default: "4" },
    files: { type: "string", default: "240" },
    seed: { type: "string", default: "1" },
  },
  async measure(given, { folder, signal, progress }) {
    requireBuilt();
    const [seconds, sessions, codebases, files] = [
      countOption("--seconds", given.seconds),
      countOption("--sessions", given.sessions),
      countOption("--codebases", given.codebases),
      countOption("--files", given.files, 12),
    ];
    const random = seededRandom(countOption("--seed", given.seed, 0));
    const trees = join(folder, "trees");
    const roots = Array.from({ length: codebases }, (_, at) => join(trees, `codebase${at}`));
    mkdirSync(trees);
    for (const [at, root] of roots.entries()) writeCodebase(root, at, files);
    await using server = await startServer(folder, trees);
    for (const root of roots) await index(server, root, signal);
    progress(`${codebases} codebases are indexed; ${sessions} sessions begin`);
    const violations: string[] = [];
    const durations = new Map<ToolName, number[]>();
    const memory: number[] = [];
    const sampler = setInterval(() => memory.push(server.memoryBytes()), 500);
    const untilMs = performance.now() + seconds * 1_000;
    const isOver = (): boolean => performance.now() > untilMs || signal.aborted;
    const onAnswer = (tool: ToolName, durationMs: number): void => {
      const known = durations.get(tool);
      if (known) known.push(durationMs);
      else durations.set(tool, [durationMs]);
    };
    await Promise.all(
      Array.from({ length: sessions }, (_, at) =>
        runSession(
          at,
          { roots, call: server.call, random, onViolation: (what) => void violations.push(what), onAnswer },
          isOver,
        ),
      ),
    );
    clearInterval(sampler);
    if (violations.length > 0) process.exitCode = 1;
    const all = [...durations.values()].flat();
    const thirds = [0, 1, 2].map((third) =>
      percentile(
        memory.slice(Math.floor((memory.length * third) / 3), Math.floor((memory.length * (third + 1)) / 3)),
        0.5,
      ),
    );
    const rows = [...durations]
      .sort()
      .map(([tool, of]) => [
        tool,
        of.length,
        figure(percentile(of, 0.5)),
        figure(percentile(of, 0.95)),
        figure(percentile(of, 0.99)),
      ]);
    return {
      title: `${sessions} sessions over HTTP for ${seconds} s, ${codebases} codebases of ${files} files`,
      columns: ["tool", "calls", "p50 ms", "p95 ms", "p99 ms"],
      rows: [
        ...rows,
        [
          "all",
          all.length,
          figure(percentile(all, 0.5)),
          figure(percentile(all, 0.95)),
          figure(percentile(all, 0.99)),
        ],
      ],
      notes: [
        `errors and cross-talk: ${violations.length}`,
        ...violations.slice(0, MAX_PRINTED),
        `calls a second: ${figure(all.length / seconds)}`,
        "memory of the server, MB in thirds of the time, and the most: " +
          `${thirds.map(megabytes).join(" ")}, ${megabytes(Math.max(...memory))}`,
      ],
      results: {
        calls: all.length,
        violations: violations.length,
        p50Ms: percentile(all, 0.5),
        p99Ms: percentile(all, 0.99),
        memoryBytes: thirds,
      },
    };
  },
});

interface Server extends AsyncDisposable {
  readonly call: <Tool extends ToolName>(
    session: string,
    tool: Tool,
    args: object,
  ) => Promise<ToolOutput<Tool>>;
  /** NaN on systems without /proc. */
  memoryBytes(): number;
}

async function startServer(folder: string, trees: string): Promise<Server> {
  const child = spawn(process.execPath, [MCP, "--http", "--port", "0", "--tools", "core,scope"], {
    cwd: folder,
    env: { ...environmentIn(folder), SATORI_ALLOWED_ROOTS: trees },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => void (said = (said + part).slice(-20_000)));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const startedMs = performance.now();
  let url: string | undefined;
  while ((url = /listening on (http:\S+)/.exec(said)?.[1]) === undefined) {
    if (child.exitCode !== null || performance.now() - startedMs > START_MS)
      throw new BenchmarkError(`The server does not listen: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  let id = 0;
  return {
    call: async <Tool extends ToolName>(
      session: string,
      tool: Tool,
      args: object,
    ): Promise<ToolOutput<Tool>> => {
      const headers = {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
        "X-Session-ID": session,
      };
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: ++id,
          method: "tools/call",
          params: { name: tool, arguments: args, _meta: META },
        }),
      });
      const text = await response.text();
      const data =
        response.headers.get("content-type") === "text/event-stream"
          ? text
              .split("\n")
              .findLast((line) => line.startsWith("data: "))
              ?.slice("data: ".length)
          : text;
      const answer = JSON.parse(data ?? "null") as {
        readonly result?: { readonly structuredContent?: unknown };
      } | null;
      if (answer?.result?.structuredContent === undefined)
        throw new BenchmarkError(`${response.status} ${text.slice(0, 300)}`);
      return answer.result.structuredContent as ToolOutput<Tool>;
    },
    memoryBytes: () => residentBytesOf(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function index(server: Server, path: string, signal: AbortSignal): Promise<void> {
  await server.call("preparation", "manage_index", { action: "create", path });
  const startedMs = performance.now();
  for (;;) {
    const answer = await server.call("preparation", "manage_index", { action: "status", path });
    if (answer.status === "ok") return;
    if (answer.status !== "not_ready" || signal.aborted || performance.now() - startedMs > INDEX_MS)
      throw new BenchmarkError(`${path} is not indexed: ${answer.message ?? answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
