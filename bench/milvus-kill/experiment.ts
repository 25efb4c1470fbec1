/**
 * Rounds on one codebase in Milvus: edit the tree, begin an operation in a separate process, kill that
 * process or the server at a random moment, inspect the index, have the next operation repair it, inspect
 * again.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ToolInput, isChunkResult } from "@satori/contracts";
import type { Engine } from "@satori/engine";
import type { MilvusServer } from "../../tools/milvus/server.ts";
import { BenchmarkError } from "../support/failure.ts";
import { type Random, below, oneOf } from "../support/random.ts";
import { Engines, ask } from "../kill/engines.ts";
import { VERSIONS, writeVersion } from "../kill/tree.ts";
import { findLeftovers } from "./leftovers.ts";

export const OPERATIONS = ["create", "sync", "search"] as const;
export type Operation = (typeof OPERATIONS)[number];
export type Victim = "server" | "client";

export interface Round {
  readonly operation: Operation;
  readonly victim: Victim;
  /** Whether the kill hit during the operation, neither before it began nor after it ended. */
  readonly isDuring: boolean;
  /** Whether there is a complete index afterwards. */
  readonly isIndexed: boolean;
  readonly violations: readonly string[];
  readonly durationMs: number;
}

export interface LaneOptions {
  /** Empty folder. */
  readonly folder: string;
  readonly victim: Victim;
  readonly server: MilvusServer;
  /** Kills of each operation. */
  readonly kills: number;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onRound: (round: Round) => void;
}

const CHILD = fileURLToPath(new URL("./child.js", import.meta.url));
const QUESTIONS = [
  { query: "how to restore the ledger of a depot", scope: "mixed" },
  { query: "Part13", scope: "runtime" },
  { query: "publish an invoice edition", scope: "docs" },
] as const;
/**
 * Longest downtime of the server: sometimes less than the time during which calls are retried, sometimes
 * more.
 */
const AWAY_MS = 4_000;
/** Longer than the grace period during which unused data is kept. */
const LATER_MS = 120_000;

interface Seen {
  readonly status: string;
  /** Digest of all answers; "" if there is no index. */
  readonly digest: string;
  /** Null after an unfinished sync. */
  readonly merkleRoot: string | null;
}

interface Ended {
  readonly status: string;
  readonly hasFailed: boolean;
  readonly message?: string;
}

/** An operation in a separate process. */
interface Running {
  readonly child: ChildProcess;
  readonly begunMs: number;
  /** Settles when it has ended or is gone. */
  readonly over: Promise<unknown>;
  /** Its final result, and when it came; null before. */
  ended: (Ended & { readonly atMs: number }) | null;
}

/** Kills of every operation in turn, and a final check for leftover data. */
export async function runLane(options: LaneOptions): Promise<Round[]> {
  const environment = { SATORI_STORE: "milvus", MILVUS_ADDRESS: options.server.address };
  await using engines = new Engines(environment);
  const lane = new Lane(options, engines, environment);
  await lane.begin();
  await using _living = lane.engine;
  const rounds: Round[] = [];
  for (let number = 0; number < options.kills * OPERATIONS.length; number++) {
    options.signal.throwIfAborted();
    const isLast = number === options.kills * OPERATIONS.length - 1;
    const round = await lane.round(
      OPERATIONS[number % OPERATIONS.length] ?? "create",
      isLast || number % 10 === 9,
    );
    rounds.push(round);
    options.onRound(round);
  }
  return rounds;
}

class Lane {
  private readonly place: { readonly root: string; readonly home: string };
  private fresh: readonly Seen[] = [];
  private version = 0;
  /** An engine that is open during all rounds. */
  readonly engine: Engine;
  /** Duration of the last undisturbed run of each operation. */
  private readonly durationsMs = new Map<Operation, number>();

  constructor(
    private readonly options: LaneOptions,
    private readonly engines: Engines,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.place = { root: join(options.folder, "tree"), home: join(options.folder, "home") };
    this.engine = engines.open(this.place);
  }

  /** Learns the answers of a new index for each version of the tree, and how long each operation takes. */
  async begin(): Promise<void> {
    this.fresh = await this.answersOfNew();
    writeVersion(this.place.root, 0, null);
    for (const operation of OPERATIONS) {
      this.edit();
      const running = await this.start(operation);
      await running.over;
      this.learn(operation, running);
      if (!this.durationsMs.has(operation))
        throw new BenchmarkError(
          `Nothing is killed, and yet a ${operation} does not end well: ${JSON.stringify(running.ended)}`,
        );
    }
  }

  private async answersOfNew(): Promise<Seen[]> {
    const place = {
      root: join(this.options.folder, "fresh", "tree"),
      home: join(this.options.folder, "fresh", "home"),
    };
    mkdirSync(join(this.options.folder, "fresh"), { recursive: true });
    const fresh: Seen[] = [];
    await using engine = this.engines.open(place);
    for (let version = 0; version < VERSIONS; version++) {
      writeVersion(place.root, version, version === 0 ? null : version - 1);
      const created = await ask(engine, place, "manage_index", { action: "create", force: true });
      if (created.status !== "ok")
        throw new BenchmarkError(`A tree cannot be indexed: ${JSON.stringify(created)}`);
      fresh.push(await look(engine, place));
    }
    await ask(engine, place, "manage_index", { action: "clear" });
    if (new Set(fresh.map(({ digest }) => digest)).size < VERSIONS)
      throw new BenchmarkError(`The versions of the tree cannot be told apart: ${JSON.stringify(fresh)}`);
    return fresh;
  }

  async round(operation: Operation, isLast: boolean): Promise<Round> {
    const startedMs = performance.now();
    const { random, victim } = this.options;
    const isFirst = operation === "create" && random() < 0.5;
    await ask(this.engine, this.place, "manage_index", isFirst ? { action: "clear" } : { action: "create" });
    if (!isFirst) await this.manage("sync");
    const before = isFirst ? null : this.target();
    this.edit();
    const ended = await this.kill(operation);
    const seen = await this.look();
    const violations = judge({ operation, before, fresh: this.target(), seen, ended });
    violations.push(...(await this.repair(seen)));
    if (isLast) violations.push(...(await this.leftovers()));
    return {
      operation,
      victim,
      isDuring: ended.isDuring,
      isIndexed: seen.status === "ok",
      violations,
      durationMs: performance.now() - startedMs,
    };
  }

  private edit(): void {
    const next = (this.version + 1 + below(VERSIONS - 1, this.options.random)) % VERSIONS;
    writeVersion(this.place.root, next, this.version);
    this.version = next;
  }

  /** The operation's result if it ended, and whether it was running when the kill hit. */
  private async kill(
    operation: Operation,
  ): Promise<{ readonly said: Ended | null; readonly isDuring: boolean }> {
    const { random, victim, server } = this.options;
    const running = await this.start(operation);
    const { child, over } = running;
    await sleep(random() * 1.1 * (this.durationsMs.get(operation) ?? 0));
    const isDuring = running.ended === null && child.exitCode === null;
    if (!isDuring) this.learn(operation, running);
    if (victim === "client") child.kill("SIGKILL");
    else {
      await server.kill();
      await sleep(random() * AWAY_MS);
      await server.start();
    }
    await over;
    if (child.exitCode !== null && child.exitCode !== 0)
      throw new BenchmarkError(`A process ended by itself, with exit code ${child.exitCode}`);
    return { said: running.ended, isDuring };
  }

  /** Resolves when the operation has begun. */
  private async start(operation: Operation): Promise<Running> {
    const child = spawn(
      process.execPath,
      [
        CHILD,
        JSON.stringify({
          environment: { ...this.environment, SATORI_HOME: this.place.home },
          root: this.place.root,
          ...INPUTS[operation],
        }),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const exited = once(child, "exit");
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next();
    const last = lines.next().then(({ value, done }) => {
      if (done !== true) running.ended = { ...(JSON.parse(value) as Ended), atMs: performance.now() };
    });
    const running: Running = {
      child,
      begunMs: performance.now(),
      over: Promise.all([last, exited]),
      ended: null,
    };
    return running;
  }

  /** Records the duration of an undisturbed, successful operation. */
  private learn(operation: Operation, { begunMs, ended }: Running): void {
    if (ended?.status === "ok" && !ended.hasFailed) this.durationsMs.set(operation, ended.atMs - begunMs);
  }

  /** Runs a later operation, which has to repair the index by itself. */
  private async repair(seen: Seen): Promise<string[]> {
    const by =
      seen.status === "ok" ? oneOf(["search", "sync", "create"] as const, this.options.random) : "create";
    if (by === "search") await ask(this.engine, this.place, "search_codebase", { query: "ledger" });
    else await this.manage(by);
    const now = await this.look();
    const isRight =
      now.status === "ok" &&
      now.digest === this.target().digest &&
      now.merkleRoot === this.target().merkleRoot;
    return isRight
      ? []
      : [
          `after a ${by} the index is not what a new one of the tree is: ` +
            `${JSON.stringify({ now, fresh: this.target() })}`,
        ];
  }

  private async manage(action: "create" | "sync"): Promise<void> {
    await ask(
      this.engine,
      this.place,
      "manage_index",
      action === "create" ? { action, force: true } : { action },
    );
  }

  /** Data left over after a complete run and a sync past the grace period. */
  private async leftovers(): Promise<string[]> {
    await this.manage("create");
    for (const laterMs of [LATER_MS, 2 * LATER_MS]) {
      this.edit();
      await this.engines.with(
        this.place,
        (engine) => ask(engine, this.place, "manage_index", { action: "sync" }),
        { nowMs: () => Date.now() + laterMs },
      );
    }
    return await findLeftovers(this.options.server.address, this.version);
  }

  private look(): Promise<Seen> {
    return look(this.engine, this.place);
  }

  private target(): Seen {
    return this.fresh[this.version] as Seen;
  }
}

const INPUTS: Readonly<
  Record<
    Operation,
    | { readonly tool: "manage_index"; readonly input: Omit<ToolInput<"manage_index">, "path"> }
    | { readonly tool: "search_codebase"; readonly input: { readonly query: string } }
  >
> = {
  create: { tool: "manage_index", input: { action: "create", force: true } },
  sync: { tool: "manage_index", input: { action: "sync" } },
  search: { tool: "search_codebase", input: { query: "ledger" } },
};

interface Judged {
  readonly operation: Operation;
  readonly before: Seen | null;
  readonly fresh: Seen;
  readonly seen: Seen;
  readonly ended: { readonly said: Ended | null };
}

/**
 * Problems of a state. Allowed are the previous index, the new one or, for a sync, an intermediate state that
 * says so.
 */
function judge({ operation, before, fresh, seen, ended: { said } }: Judged): string[] {
  const isFresh = seen.digest === fresh.digest;
  const hasSucceeded = said?.status === "ok" && !said.hasFailed && operation !== "search";
  const problems: string[] = [];
  if (hasSucceeded && !isFresh) problems.push("it said that it had ended well, but what it did is not there");
  if (seen.status !== "ok" && before !== null) problems.push(`the index before it is lost: ${seen.status}`);
  if (seen.status !== "ok" && seen.status !== "not_indexed")
    problems.push(`questions are answered with ${seen.status}`);
  const isOld = seen.digest === before?.digest;
  const isBetween = operation !== "create" && seen.merkleRoot === null;
  if (seen.status === "ok" && !isFresh && !isOld && !isBetween)
    problems.push("half of an index passes for all of it");
  return problems.map((problem) => `${problem} (${JSON.stringify({ before, fresh, seen, said })})`);
}

/** Inspects the index. Meanwhile the tree is moved away, so that no answer updates the index first. */
async function look(engine: Engine, place: { readonly root: string; readonly home: string }): Promise<Seen> {
  const status = await ask(engine, place, "manage_index", { action: "status" });
  const merkleRoot = status.status === "ok" && "index" in status ? (status.index?.merkleRoot ?? null) : null;
  const isIndexed = status.status === "ok";
  if (isIndexed) renameSync(place.root, `${place.root}.away`);
  try {
    const answers = [];
    for (const question of QUESTIONS)
      answers.push(
        await ask(engine, place, "search_codebase", { ...question, resultMode: "raw", limit: 50 }),
      );
    // Texts and positions of the results, without scores: an approximate vector index computes these in its
    // own way.
    const found = answers.map((answer) =>
      "results" in answer
        ? answer.results
            .map((hit) =>
              JSON.stringify([hit.file, hit.span, isChunkResult(hit) ? hit.content : hit.preview]),
            )
            .sort()
        : answer.status,
    );
    const files = answers.map((answer) => (answer.status === "ok" ? answer.coverage.files : 0));
    const first = answers.find((answer) => answer.status !== "ok") ?? answers[0];
    const digest =
      first?.status === "ok"
        ? createHash("sha256")
            .update(
              JSON.stringify([found, files]).replaceAll(JSON.stringify(place.root).slice(1, -1), "root"),
            )
            .digest("hex")
            .slice(0, 16)
        : "";
    return { status: first?.status ?? "", digest, merkleRoot };
  } finally {
    if (isIndexed) renameSync(`${place.root}.away`, place.root);
  }
}
