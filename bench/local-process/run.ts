/**
 * What it costs that several sessions work at the same time: as proxies of one local process, and as servers
 * of their own. Linux.
 *
 *   npm run bench -- local-process --repositories DIR,DIR,… [--sessions 10] [--rounds 3] [--json]
 *
 *   --repositories L   folders, none of which is changed; published figures are for go-git, sqlmap and
 *                      excalidraw
 *   --sessions N       sessions at the same time
 *   --rounds N         repetitions of everything, in turns
 *
 * Each session asks for the state of all codebases, for some searches in each, and for callers. Memory is the
 * sum of all processes that belong to the sessions, every page counted once (proportional set size), when all
 * have asked. Latency is that of one session which asks the same again and again, in turns with the other
 * kind: of `ping`, which no engine sees, and of a search. Commands are `satori search`, answered by the local
 * process or by an engine of their own, and `node -e 0`: CPU time of the command alone, and its wall time. All
 * figures are medians.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { countOption, folderOption } from "../support/arguments.ts";
import { type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { readOf } from "../support/process-account.ts";
import { CLI, environmentIn, requireBuilt } from "../support/product.ts";
import { median, sum } from "../support/statistics.ts";
import { figure, megabytes, verdict } from "../support/target.ts";

const MEMORY_TARGET = 1.3;
const LATENCY_TARGET_MS = 0.5;
const COMMAND_TARGET = 3;
const QUESTIONS = ["read the configuration file", "parse arguments of the command line", "write to disk"];
const REPEATS = 200;
const COMMANDS = 10;

const KINDS = { shared: "0", standalone: "1" } as const;
type Kind = keyof typeof KINDS;
type Command = Kind | "node";

await runBenchmark(import.meta.url, {
  options: {
    repositories: { type: "string" },
    sessions: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
  },
  async measure(given, { folder, signal, progress }) {
    requireBuilt();
    if (given.repositories === undefined)
      throw missing("--repositories", "Pass folders, separated by commas.");
    const roots = given.repositories
      .split(",")
      .map((root) => folderOption("--repositories", root, "Pass folders, separated by commas."));
    const most = countOption("--sessions", given.sessions, 2);
    const rounds = countOption("--rounds", given.rounds);
    const environment = environmentIn(folder);
    const home = environment["SATORI_HOME"] ?? "";
    const optionsOf = (kind: Kind): CommandOptions => ({
      cwd: folder,
      signal,
      environment: {
        ...environment,
        SATORI_STANDALONE: KINDS[kind],
        SATORI_LOCAL_IDLE_MS: "0",
        SATORI_ALLOWED_ROOTS: roots.join(":"),
      },
    });
    await index(optionsOf("standalone"), roots, progress);
    const memory: Record<Kind, { one: number[]; all: number[] }> = {
      shared: { one: [], all: [] },
      standalone: { one: [], all: [] },
    };
    const latency: Record<Kind, { ping: number[]; search: number[] }> = {
      shared: { ping: [], search: [] },
      standalone: { ping: [], search: [] },
    };
    const commands: Record<Command, { cpu: number[]; wall: number[] }> = {
      shared: { cpu: [], wall: [] },
      standalone: { cpu: [], wall: [] },
      node: { cpu: [], wall: [] },
    };
    for (let round = 1; round <= rounds; round++) {
      for (const kind of ["shared", "standalone"] as const)
        for (const [count, name] of [
          [1, "one"],
          [most, "all"],
        ] as const)
          memory[kind][name].push(await memoryOfSessions({ count, options: optionsOf(kind), roots, home }));
      await compareLatency(latency, optionsOf, roots[0] ?? "");
      await compareCommands(commands, optionsOf, roots[0] ?? "");
      progress(`round ${round} of ${rounds}`);
    }
    return report({ most, roots, memory, latency, commands });
  },
});

async function index(
  options: CommandOptions,
  roots: readonly string[],
  progress: (line: string) => void,
): Promise<void> {
  await using server = await McpServer.start(options);
  for (const path of roots) {
    progress(`index ${path}`);
    await server.call("manage_index", { action: "create", path });
    for (;;) {
      const { status } = await server.call("manage_index", { action: "status", path });
      if (status === "ok") break;
      check(status === "not_ready", `${path} is ${status}`);
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

async function askAll(server: McpServer, roots: readonly string[]): Promise<void> {
  await server.call("list_codebases", {});
  for (const path of roots)
    for (const query of QUESTIONS) await server.call("search_codebase", { path, query });
}

/** Bytes of all processes of sessions that have asked. */
async function memoryOfSessions({
  count,
  options,
  roots,
  home,
}: {
  readonly count: number;
  readonly options: CommandOptions;
  readonly roots: readonly string[];
  readonly home: string;
}): Promise<number> {
  const servers: McpServer[] = [];
  try {
    for (let at = 0; at < count; at++) servers.push(await McpServer.start(options));
    for (const server of servers) await askAll(server, roots);
    // What the last answers have left is collected, or is not.
    await new Promise((done) => setTimeout(done, 3_000));
    return sum([...servers.map(({ pid }) => pid), ...localPids(home)].map(proportionalBytes));
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]();
    while (localPids(home).length > 0) await new Promise((done) => setTimeout(done, 200));
  }
}

function proportionalBytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readOf(pid, "smaps_rollup") ?? "")?.[1] ?? Number.NaN) * 1024;
}

/** Processes whose sockets are in the home. */
function localPids(home: string): readonly number[] {
  let sockets: readonly string[];
  try {
    sockets = readdirSync(join(home, "sockets")).filter((name) => name.endsWith(".sock"));
  } catch {
    return [];
  }
  const names = sockets.map((name) => name.slice(0, -".sock".length));
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && names.some((name) => readOf(pid, "cmdline")?.includes(`\0${name}\0`)));
}

async function compareLatency(
  latency: Record<Kind, { ping: number[]; search: number[] }>,
  optionsOf: (kind: Kind) => CommandOptions,
  path: string,
): Promise<void> {
  await using shared = await McpServer.start(optionsOf("shared"));
  await using standalone = await McpServer.start(optionsOf("standalone"));
  const servers = { shared, standalone };
  const query = QUESTIONS[0] ?? "";
  for (let repeat = 0; repeat < REPEATS; repeat++)
    for (const kind of ["shared", "standalone"] as const) {
      const pingMs = await timed(() => servers[kind].request("ping", {}));
      const searchMs = await timed(() => servers[kind].call("search_codebase", { path, query }));
      // The first ones load code and the index.
      if (repeat < REPEATS / 10) continue;
      latency[kind].ping.push(pingMs);
      latency[kind].search.push(searchMs);
    }
}

async function compareCommands(
  commands: Record<Command, { cpu: number[]; wall: number[] }>,
  optionsOf: (kind: Kind) => CommandOptions,
  cwd: string,
): Promise<void> {
  // Keeps the local process.
  await using server = await McpServer.start(optionsOf("shared"));
  await server.call("search_codebase", { path: cwd, query: QUESTIONS[0] ?? "" });
  const search = [process.execPath, CLI, "search", QUESTIONS[0] ?? "", "--json"];
  for (let repeat = 0; repeat <= COMMANDS; repeat++)
    for (const command of ["shared", "standalone", "node"] as const) {
      const options = { ...optionsOf(command === "node" ? "standalone" : command), cwd };
      const { cpuMs, wallMs } = await measure(
        command === "node" ? [process.execPath, "-e", "0"] : search,
        options,
      );
      if (repeat === 0) continue;
      commands[command].cpu.push(cpuMs);
      commands[command].wall.push(wallMs);
    }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

interface Measured {
  readonly most: number;
  readonly roots: readonly string[];
  readonly memory: Readonly<Record<Kind, { readonly one: number[]; readonly all: number[] }>>;
  readonly latency: Readonly<Record<Kind, { readonly ping: number[]; readonly search: number[] }>>;
  readonly commands: Readonly<Record<Command, { readonly cpu: number[]; readonly wall: number[] }>>;
}

function report({ most, roots, memory, latency, commands }: Measured): Report {
  const kinds = ["shared", "standalone"] as const;
  const memories = kinds.map((kind) => {
    const [one, all] = [median(memory[kind].one), median(memory[kind].all)];
    return { kind, oneBytes: one, allBytes: all, ratio: all / one };
  });
  const latencies = (["ping", "search"] as const).map((what) => {
    const [shared, standalone] = [median(latency.shared[what]), median(latency.standalone[what])];
    return { what, sharedMs: shared, standaloneMs: standalone, addedMs: shared - standalone };
  });
  const commandTimes = (["shared", "standalone"] as const).map((kind) => ({
    kind,
    cpuMs: median(commands[kind].cpu),
    wallMs: median(commands[kind].wall),
    nodeCpuMs: median(commands.node.cpu),
    cpuRatio: median(commands[kind].cpu) / median(commands.node.cpu),
  }));
  return {
    title: `${most} sessions that ask about ${roots.length} codebases`,
    columns: ["", "one", `${most}`, "ratio, added", "target"],
    rows: [
      ...memories.map(({ kind, oneBytes, allBytes, ratio }) => [
        `memory, ${kind}`,
        megabytes(oneBytes),
        megabytes(allBytes),
        figure(ratio),
        kind === "shared" ? verdict(ratio, MEMORY_TARGET, "×") : "",
      ]),
      ...latencies.map(({ what, sharedMs, standaloneMs, addedMs }) => [
        `${what}, ms (standalone, shared)`,
        figure(standaloneMs),
        figure(sharedMs),
        figure(addedMs),
        verdict(addedMs, LATENCY_TARGET_MS, " ms"),
      ]),
      ...commandTimes.map(({ kind, cpuMs, wallMs, nodeCpuMs, cpuRatio }) => [
        `satori search, ${kind}: wall ms; CPU ms of node -e 0, of it`,
        figure(wallMs),
        `${figure(nodeCpuMs)}, ${figure(cpuMs)}`,
        figure(cpuRatio),
        kind === "shared" ? verdict(cpuRatio, COMMAND_TARGET, "×") : "",
      ]),
    ],
    results: { sessions: most, roots, memories, latencies, commands: commandTimes },
  };
}
