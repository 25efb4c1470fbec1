import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { startChild } from "../testing/child-script.ts";
import { TestPlace } from "../testing/engine.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { buildFileWorker } from "../testing/worker-script.ts";
import { contentHash } from "./prepare-file.ts";
import { createInlinePreparer, INLINE_ANALYZER, INLINE_DECLARER } from "./preparer.ts";
import type { AnalyzeTask, DeclareTask, IndexTask, WorkOutcome } from "./work-task.ts";
import { WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";
import type { BatchRequest, WorkerFault, WorkerSettings } from "./worker-protocol.ts";

const MAX_FILE_BYTES = 100_000;
/**
 * A small file has a third of this time, many times what a worker needs for a file without a grammar. A test
 * with a hanging file takes this long.
 */
const HANG_TIMEOUT_MS = 12_000;
const folder = temporaryFolder();
let script: URL;
beforeAll(async () => {
  script = await buildFileWorker(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

function newPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({ script, maxFileBytes: MAX_FILE_BYTES, size: 2, heapMb: 100, ...options });
  onTestFinished(() => pool[Symbol.asyncDispose]());
  return pool;
}

const fault = (kind: WorkerFault["kind"], stage: WorkerFault["stage"] = "parser"): WorkerFault => ({
  suffix: `${kind}.ts`,
  kind,
  stage,
});
const ALL_FAULTS = [fault("crash"), fault("hang"), fault("exhaust")];

/** Writes files of one function each, and returns what a scan would say about them. */
function writeTasks(names: readonly string[]): { root: string; tasks: IndexTask[] } {
  const tree = temporaryFolder();
  onTestFinished(() => tree[Symbol.dispose]());
  const tasks = names.map((path): IndexTask => {
    const text = `export function named(): void {}\n`;
    writeFile(join(tree.path, path), text);
    return {
      kind: "index",
      path,
      sizeBytes: text.length,
      source: { kind: "disk", root: tree.path, diskPath: path },
    };
  });
  return { root: tree.path, tasks };
}

/** Enough files for several batches, with some names among them. */
const among = (names: Readonly<Record<number, string>>, extension: ".ts" | ".txt" = ".ts"): string[] =>
  Array.from({ length: 100 }, (_, at) => names[at] ?? `f${at}${extension}`);

/** The outcome of each file, in the order of the outcomes. */
async function prepared(
  pool: WorkerPool,
  { tasks }: { tasks: readonly IndexTask[] },
  signal?: AbortSignal,
  onOutcome?: () => void,
): Promise<string[]> {
  const outcomes: string[] = [];
  for await (const outcome of pool.prepare(tasks, signal)) {
    onOutcome?.();
    const fate =
      outcome.kind === "skipped"
        ? outcome.cause
        : outcome.kind !== "indexed"
          ? outcome.kind
          : outcome.isDegraded
            ? "degraded"
            : `${outcome.symbolCount} symbols`;
    outcomes.push(`${outcome.path}: ${fate}`);
  }
  return outcomes;
}

async function allOf<Outcome>(outcomes: AsyncIterable<Outcome>): Promise<Outcome[]> {
  const all: Outcome[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
}

const expected = (names: readonly string[], fates: Readonly<Record<string, string>>): string[] =>
  names.map((name) => `${name}: ${fates[name] ?? (name.endsWith(".ts") ? "1 symbols" : "0 symbols")}`);

describe("a file that takes its worker down", () => {
  it.each([
    ["crashing", "crash"],
    ["hanging", "hang"],
    ["taking all memory", "exhaust"],
  ] as const)("by %s costs its symbols, and nothing else", async (_, kind) => {
    // A fault that takes all memory does not depend on time limits.
    const pool = newPool({
      faults: [fault(kind)],
      fileTimeoutMs: kind === "hang" ? HANG_TIMEOUT_MS : 600_000,
    });
    const names = among({ 40: `${kind}.ts` }, kind === "hang" ? ".txt" : ".ts");
    expect(await prepared(pool, writeTasks(names))).toEqual(expected(names, { [`${kind}.ts`]: "degraded" }));
    // The pool continues to work.
    expect(await prepared(pool, writeTasks(["after.ts"]))).toEqual(["after.ts: 1 symbols"]);
  });

  it("is given up the sooner the smaller it is", async () => {
    const given: string[] = [];
    const hanging = async (name: string, sizeBytes: number): Promise<void> => {
      const { tasks } = writeTasks(["hang.ts"]);
      await prepared(newPool({ faults: [fault("hang")], fileTimeoutMs: HANG_TIMEOUT_MS }), {
        tasks: tasks.map((task) => ({ ...task, sizeBytes })),
      });
      given.push(name);
    };
    await Promise.all([hanging("large", ENGINE_LIMITS.slowFileBytes), hanging("small", 30_000)]);
    expect(given).toEqual(["small", "large"]);
  });

  it("may be the first of its batch, the last, or one of several", async () => {
    const pool = newPool({ faults: ALL_FAULTS, fileTimeoutMs: HANG_TIMEOUT_MS });
    const names = among(
      { 0: "1crash.ts", 1: "2crash.ts", 31: "exhaust.ts", 32: "3crash.ts", 60: "hang.ts", 99: "4crash.ts" },
      ".txt",
    );
    const fates = Object.fromEntries(
      names.filter((name) => name.endsWith(".ts")).map((name) => [name, "degraded"]),
    );
    expect(await prepared(pool, writeTasks(names))).toEqual(expected(names, fates));
  });

  it("without a parser as well is left out alone", async () => {
    const pool = newPool({ faults: [fault("crash", "always"), fault("exhaust", "always")] });
    const names = among({ 0: "crash.ts", 50: "exhaust.ts", 51: "other-crash.ts" });
    expect(await prepared(pool, writeTasks(names))).toEqual(
      expected(names, {
        "crash.ts": "unparsable",
        "exhaust.ts": "unparsable",
        "other-crash.ts": "unparsable",
      }),
    );
  });

  it("is counted with a warning in the status, and everything else is found", async () => {
    const texts = {
      "src/a.ts": "export function alpha(): void {}\n",
      "src/crash.ts": "export function beta(): void {}\n",
      "src/exhaust.ts": "export function gamma(): void {}\n",
      "src/z.ts": "export function delta(): void {}\n",
    };
    const place = new TestPlace(texts);
    onTestFinished(() => place[Symbol.asyncDispose]());
    const engine = place.engine({
      preparer: newPool({ faults: [fault("crash"), fault("exhaust", "always")] }),
    });
    await engine.index();
    const index = {
      state: "indexed",
      files: 3,
      degradedFiles: 1,
      skipped: [{ cause: "unparsable", files: 1, examples: ["src/exhaust.ts"] }],
      lastFailure: null,
    };
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      warnings: ["FILES_SKIPPED"],
      index,
    });
    for (const [word, file] of [
      ["alpha", "src/a.ts"],
      ["beta", "src/crash.ts"],
      ["delta", "src/z.ts"],
    ]) {
      expect(await engine.call("search_codebase", { query: word, limit: 1 })).toMatchObject({
        status: "ok",
        results: [expect.objectContaining({ file })],
      });
    }
    expect(await engine.call("search_codebase", { query: "must:gamma gamma" })).toMatchObject({
      status: "ok",
      results: [],
    });
    // Until the file changes, there is nothing to try again.
    expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
      stats: { added: 0, removed: 0, modified: 0 },
    });
    place.tree.wait();
    place.tree.rename("src/exhaust.ts", "src/mended.ts");
    expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
      stats: { added: 1, removed: 0, modified: 0 },
    });
    expect(await engine.call("search_codebase", { query: "gamma", limit: 1 })).toMatchObject({
      results: [expect.objectContaining({ file: "src/mended.ts" })],
    });
  });
});

describe("a pool", () => {
  it("tells which files have the content that is known, in their places among the others", async () => {
    const { tasks } = writeTasks(among({}));
    const hash = contentHash(Buffer.from("export function named(): void {}\n"));
    const known = tasks.map((task, at) => (at % 2 === 0 ? { ...task, known: { hash } } : task));
    expect(await prepared(newPool(), { tasks: known })).toEqual(
      tasks.map(({ path }, at) => `${path}: ${at % 2 === 0 ? "same" : "1 symbols"}`),
    );
  });

  it("answers each kind of task as one without workers does", async () => {
    const bytes = Buffer.from("/** Doc. */\nexport function named(): void {}\n");
    const file = { path: "a.ts", sizeBytes: bytes.length };
    const index: IndexTask = { ...file, kind: "index", source: { kind: "bytes", bytes } };
    const analyze: AnalyzeTask = { ...file, kind: "analyze", bytes };
    const declare: DeclareTask = { ...file, kind: "declare", bytes, companions: [] };
    const pool = newPool();
    const own = createInlinePreparer(MAX_FILE_BYTES);
    for (const [answer, expectedAnswer] of [
      [pool.prepare([index]), own.prepare([index])],
      [pool.analyze([analyze]), INLINE_ANALYZER.analyze([analyze])],
      [pool.declare([declare]), INLINE_DECLARER.declare([declare])],
    ] as const)
      // Buffers become plain arrays of bytes between threads.
      expect(await allOf<WorkOutcome>(answer)).toEqual(
        structuredClone(await allOf<WorkOutcome>(expectedAnswer)),
      );
  });

  it("analyzes and reads the declarations of a version without a parser if it crashes that", async () => {
    const bytes = Buffer.from("export function named(): void {}\n");
    const version = { path: "crash.ts", sizeBytes: bytes.length, bytes };
    const pool = newPool({ faults: [fault("crash")] });
    expect(await allOf(pool.analyze([{ ...version, kind: "analyze" }]))).toMatchObject([
      { kind: "analyzed", isDegraded: true },
    ]);
    expect(await allOf(pool.declare([{ ...version, kind: "declare", companions: [] }]))).toMatchObject([
      { kind: "declared", isDegraded: true },
    ]);
  });

  it("ends a hanging worker at once when its caller gives up, and goes on", async () => {
    const pool = newPool({ faults: ALL_FAULTS, fileTimeoutMs: 600_000 });
    const abort = new AbortController();
    const { tasks } = writeTasks(among({ 40: "hang.ts" }));
    const iterator = pool.prepare(tasks, abort.signal)[Symbol.asyncIterator]();
    await iterator.next();
    abort.abort();
    await expect(
      (async () => {
        for (;;) if ((await iterator.next()).done) return;
      })(),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await prepared(pool, writeTasks(["after.ts"]))).toEqual(["after.ts: 1 symbols"]);
  });

  it("ends a hanging worker at once when nobody takes the files any more, and goes on", async () => {
    const pool = newPool({ faults: ALL_FAULTS, fileTimeoutMs: 600_000 });
    const { tasks } = writeTasks(among({ 40: "hang.ts" }));
    for await (const outcome of pool.prepare(tasks)) if (outcome.kind === "indexed") break;
    expect(await prepared(pool, writeTasks(["after.ts"]))).toEqual(["after.ts: 1 symbols"]);
  });

  it("says so when no worker can be started at all, rather than leave everything out", async () => {
    const pool = newPool({ script: new URL("data:text/javascript,throw new Error('no')") });
    await expect(prepared(pool, writeTasks(["a.ts"]))).rejects.toMatchObject({
      code: "INTERNAL",
      message: "Worker threads cannot be started",
    });
  });

  it("asks no worker that died while it had nothing to do", async () => {
    // Answers once and dies.
    const pool = newPool({
      script: fakeWorker(
        "port.once('message', ({ tasks }) => { reply(tasks); setImmediate(() => { throw new " +
          "Error('late'); }); });",
      ),
    });
    for (const name of ["a.ts", "b.ts", "c.ts"]) {
      expect(await prepared(pool, writeTasks([name]))).toEqual([`${name}: binary`]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  it("does not take a process that was stopped for a file that hangs", async () => {
    const pool = newPool({
      script: fakeWorker(
        "port.on('message', ({ tasks }) => { Atomics.store(progress, 0, 0); setTimeout(() => " +
          "reply(tasks), 1_500); });",
      ),
      fileTimeoutMs: 20_000,
    });
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const outcomes = prepared(pool, writeTasks(["a.ts"]));
    // As after an hour of sleep.
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await outcomes).toEqual(["a.ts: binary"]);
  });

  it("keeps no process alive, whatever happened to its workers", async () => {
    const { root, tasks } = writeTasks(among({ 40: "crash.ts", 50: "exhaust.ts" }));
    writeFileSync(
      join(root, "asked.json"),
      JSON.stringify({ tasks, script: script.href, faults: ALL_FAULTS }),
    );
    const child = await startChild(
      `import { readFileSync } from "node:fs";
       import { WorkerPool } from "./worker-pool.ts";
       const { tasks, script, faults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
       const pool = new WorkerPool({ script: new URL(script), maxFileBytes: 100_000, size: 2, heapMb: 100, faults });
       let count = 0;
       for await (const outcome of pool.prepare(tasks)) if (outcome.kind === "indexed") count++;
       console.log(count);`,
      import.meta.url,
      root,
      [join(root, "asked.json")],
    );
    expect(await child.nextLine()).toBe("100");
    expect(await child.ended).toBe(0);
  });
});

describe("batches that a worker has beside the one that it is at", () => {
  /** Takes a while for each batch; without a parser, it reports files as of an unknown encoding. */
  const SLOW = `
    let last = Promise.resolve();
    port.on("message", ({ tasks, mode, number }) => {
      last = last.then(async () => {
        progress[0] = 0;
        progress[2] = number;
        await new Promise((resolve) => setTimeout(resolve, 100));
        reply(tasks, mode === "parsed" ? "binary" : "encoding");
      });
    });`;
  /** Names of files for this number of full batches. */
  const batchesOf = (prefix: string, count: number): string[] =>
    Array.from({ length: count * ENGINE_LIMITS.batchFiles }, (_, at) => `${prefix}${at}.ts`);

  it("cost nobody a file when their run gives up", async () => {
    const pool = newPool({ script: fakeWorker(SLOW), size: 1 });
    const names = batchesOf("kept", 3);
    let isUnderWay = (): void => undefined;
    const start = new Promise<void>((resolve) => {
      isUnderWay = resolve;
    });
    const kept = prepared(pool, writeTasks(names), undefined, isUnderWay);
    await start;
    const abort = new AbortController();
    const givenUp = prepared(pool, writeTasks(["given-up.ts"]), abort.signal);
    abort.abort();
    await expect(givenUp).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await kept).toEqual(names.map((name) => `${name}: binary`));
  });

  it("are prepared by another when the worker is ended for one that gave up", async () => {
    const pool = newPool({ script: fakeWorker(SLOW), size: 1 });
    const abort = new AbortController();
    const givenUp = prepared(pool, writeTasks(["given-up.ts"]), abort.signal);
    const kept = prepared(pool, writeTasks(["kept.ts"]));
    abort.abort();
    await expect(givenUp).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await kept).toEqual(["kept.ts: binary"]);
  });

  it("are prepared by another when the worker's memory is not to be trusted", async () => {
    const pool = newPool({
      script: fakeWorker(`
      let answered = 0;
      let last = Promise.resolve();
      port.on("message", ({ tasks }) => {
        last = last.then(() => new Promise((resolve) => setTimeout(resolve, 100))).then(() => reply(tasks, answered++ === 0 ? "binary" : "unparsable", true));
      });`),
      size: 1,
    });
    const names = batchesOf("f", 3);
    expect(await prepared(pool, writeTasks(names))).toEqual(names.map((name) => `${name}: binary`));
  });

  it.each([
    [0, 1],
    [0.5, 1],
    [2, 2],
    [9, 4],
  ])("of %d times as many bytes as are worth a thread are prepared by %i of four", async (times, threads) => {
    const pool = newPool({
      script: fakeWorker(
        `import { threadId } from "node:worker_threads"; port.on("message", ({ tasks }) => ` +
          `setTimeout(() => reply(tasks, "by " + threadId), 20));`,
      ),
      size: 4,
    });
    const { tasks } = writeTasks(batchesOf("f", 8));
    const sizeBytes = Math.floor((times * ENGINE_LIMITS.workerBytes) / tasks.length);
    const fates = await prepared(pool, { tasks: tasks.map((task) => ({ ...task, sizeBytes })) });
    expect(new Set(fates.map((fate) => fate.slice(fate.indexOf(":")))).size).toBe(threads);
  });

  it("listen once to a signal", async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error): void => void warnings.push(message);
    process.on("warning", hear);
    onTestFinished(() => void process.off("warning", hear));
    const pool = newPool({ script: fakeWorker(SLOW), size: 4 });
    const names = batchesOf("f", 12);
    expect(await prepared(pool, writeTasks(names), new AbortController().signal)).toHaveLength(names.length);
    expect(warnings).toEqual([]);
  });
});

describe("a worker", () => {
  it.each([
    ["a.ts", 1, true],
    ["a.txt", 1, false],
    ["a.ts", ENGINE_LIMITS.parserBytes, false],
  ] as const)(
    "after %s, with %i bytes for its parser, is spent: %s",
    async (name, maxParserBytes, isSpent) => {
      const settings: WorkerSettings = {
        progress: new SharedArrayBuffer(12),
        maxFileBytes: MAX_FILE_BYTES,
        maxParserBytes,
        faults: [],
      };
      const worker = new Worker(script, { workerData: settings });
      onTestFinished(() => void worker.terminate());
      worker.postMessage({
        tasks: writeTasks([name]).tasks,
        mode: "parsed",
        number: 1,
      } satisfies BatchRequest);
      expect((await once(worker, "message"))[0]).toMatchObject({ outcomes: [{ kind: "indexed" }], isSpent });
    },
  );
});

/** A fake worker: reports every file as binary, or does whatever else it is told to. */
function fakeWorker(body: string): URL {
  const text = `
    import { parentPort as port, workerData } from "node:worker_threads";
    const progress = new Int32Array(workerData.progress);
    const reply = (tasks, cause = "binary", isSpent = false) => port.postMessage({ outcomes: tasks.map(({ path }) => ({ kind: "skipped", path, cause, hash: "" })), isSpent });
    ${body}`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}
