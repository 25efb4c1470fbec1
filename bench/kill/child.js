/**
 * Runs one operation on an index and is killed during it: a separate process with the built product. A second
 * thread sends the signal, since another process could not time it to fractions of a millisecond.
 *
 * The argument is JSON: `root`, `home`, the `input` of manage_index, and the `moment` of the kill. With `ref`
 * instead of `input`, a search makes the index of that commit. If the operation ends before that moment, the
 * process prints a line with the result and the duration, and waits to be killed.
 */
import { readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

/**
 * Indexes in the memory that the threads share: times in nanoseconds, 0 for what has not happened yet, and a
 * count.
 */
const BEGIN = 0;
/** The first batch of files is written. */
const WRITTEN = 1;
const PUBLISHING = 2;
const END = 3;
const WRITES = 4;
const MILESTONES = { begin: BEGIN, written: WRITTEN, publishing: PUBLISHING };

/** Interval between two looks at the index folder, in milliseconds. */
const LOOK_MS = 0.1;
/** Interval between two questions whether the index of a commit has been made. */
const VERSION_LOOK_MS = 5;
/** A sleep may last longer than requested: the rest of the time is spent in a busy loop. */
const AWAKE_NS = 1_500_000n;

await (isMainThread ? operate(JSON.parse(process.argv[2])) : kill(workerData));

async function operate({ root, home, input, ref, moment }) {
  const { callTool, openEngine, readConfig } = await import("@satori/engine");
  const shared = new BigInt64Array(new SharedArrayBuffer(5 * BigInt64Array.BYTES_PER_ELEMENT));
  const killer = new Worker(new URL(import.meta.url), { argv: [], workerData: { home, moment, shared } });
  await new Promise((resolve) => killer.once("message", resolve));
  const engine = openEngine({
    config: readConfig({ environment: { SATORI_HOME: home }, freshnessPolicy: "always" }),
    log: () => undefined,
  });
  const onProgress = (phase, { filesDone }) => {
    if (filesDone > 0) stamp(shared, WRITTEN);
    if (phase === "publishing") stamp(shared, PUBLISHING);
  };
  stamp(shared, BEGIN);
  const ask = (tool, args) =>
    callTool(
      engine,
      tool,
      { ...args, path: root },
      { baseFolder: root, roots: [], log: () => undefined, onProgress },
    );
  const { status, message } =
    ref === undefined ? await ask("manage_index", input) : await madeVersion(ask, ref);
  await engine.waitForRun(root, root);
  const endNs = process.hrtime.bigint();
  const since = (place) => (shared[place] === 0n ? null : Number(endNs - shared[place]));
  writeSync(
    1,
    `${JSON.stringify({ status, message, durationNs: since(BEGIN), writtenNs: since(WRITTEN), publishingNs: since(PUBLISHING), writes: Number(shared[WRITES]) })}\n`,
  );
  // Milestones that have not been reached by now never will be.
  for (const place of [WRITTEN, PUBLISHING, END]) stamp(shared, place);
}

/** The answer of a search in a commit once its index has been made. */
async function madeVersion(ask, ref) {
  for (;;) {
    const answer = await ask("search_codebase", { query: "ledger", ref });
    if (answer.status !== "not_ready") return answer;
    await sleep(VERSION_LOOK_MS);
  }
}

function stamp(shared, place) {
  Atomics.compareExchange(shared, place, 0n, process.hrtime.bigint());
  Atomics.notify(shared, place);
}

function kill({ home, moment, shared }) {
  parentPort.postMessage("ready");
  if (moment.kind === "time") Atomics.wait(shared, MILESTONES[moment.after], 0n);
  else watchWrites(home, shared, moment.kind === "write" ? moment.writes : Number.POSITIVE_INFINITY);
  const from = moment.kind !== "time" ? process.hrtime.bigint() : shared[MILESTONES[moment.after]];
  wait(from + BigInt(moment.delayNs), shared);
  process.kill(process.pid, "SIGKILL");
}

/** Returns after this many changes of the folders with indexes, or when the operation has ended. */
function watchWrites(home, shared, count) {
  let before = "";
  while (shared[WRITES] < count && Atomics.load(shared, END) === 0n) {
    const now = ["indexes", "repositories"].map((name) => stateBelow(join(home, name))).join();
    if (now !== before) Atomics.add(shared, WRITES, 1n);
    before = now;
    Atomics.wait(shared, END, 0n, LOOK_MS);
  }
}

/** A string that changes when a file is added or removed, and with every write to a database or its log. */
function stateBelow(parent) {
  try {
    return readdirSync(parent)
      .map((name) => folderState(join(parent, name)))
      .join();
  } catch {
    return "";
  }
}

function folderState(folder) {
  const written = ["index.db", "index.db-wal"].map((name) =>
    statSync(join(folder, name), { bigint: true, throwIfNoEntry: false }),
  );
  return [readdirSync(folder), ...written.map((file) => `${file?.size} ${file?.mtimeNs}`)].join();
}

function wait(untilNs, shared) {
  for (;;) {
    const leftNs = untilNs - process.hrtime.bigint();
    if (leftNs <= 0n) return;
    // Nothing ever changes this value from 0, so that the wait lasts for its timeout.
    if (leftNs > AWAKE_NS) Atomics.wait(shared, WRITES, shared[WRITES], Number(leftNs - AWAKE_NS) / 1e6);
  }
}
