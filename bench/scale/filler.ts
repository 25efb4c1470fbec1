/**
 * Fills an index with a synthetic codebase, in a process of its own, by a run like any other. Each line of
 * its standard input is a number of files: it writes at least as many more, and answers with a line about all
 * it has done. An empty line completes the run.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { on } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Fingerprint } from "@satori/contracts";
import { Codebase } from "../../libs/engine/src/codebase/codebase.ts";
import { makeHomeFolder } from "../../libs/engine/src/codebase/home/home.ts";
import { tryLock } from "../../libs/engine/src/codebase/home/lock.ts";
import { currentProcess } from "../../libs/engine/src/codebase/home/process-identity.ts";
import { readConfig } from "../../libs/engine/src/config.ts";
import { StaticEmbedder } from "../../libs/engine/src/embed/static.ts";
import { ENGINE_LIMITS } from "../../libs/engine/src/limits.ts";
import { fingerprintOf } from "../../libs/engine/src/model/fingerprint.ts";
import { MARKER_KIND, NO_SETTINGS, type RunRecord } from "../../libs/engine/src/model/run.ts";
import { openRules } from "../../libs/engine/src/scan/rules.ts";
import { openStores } from "../../libs/engine/src/store/open-store.ts";
import type { Store, WriteBatch } from "../../libs/engine/src/store/store.ts";
import type { BatchRequest } from "./batch-maker.ts";
import { CHUNKS_PER_FILE } from "./codebase.ts";

/** The arguments of the process. */
export interface FillerTask {
  /** Folder of the codebase. */
  readonly root: string;
  readonly home: string;
  readonly files: number;
}

/** What the filler has done so far. */
export interface FillProgress {
  readonly files: number;
  /** Time in the store. */
  readonly storeMs: number;
}

const MAKER = fileURLToPath(new URL("batch-maker.ts", import.meta.url));
/** Making a file takes almost twice as long as writing it. */
const MAKERS = 2;
/** Batches requested from each maker ahead of the one being written. More would only take memory. */
const BATCHES_AHEAD = 2;

class Filler {
  private files = 0;
  private storeMs = 0;

  constructor(
    private readonly store: Store,
    private readonly run: RunRecord,
    private readonly batches: AsyncIterator<WriteBatch>,
  ) {}

  get progress(): FillProgress {
    return { files: this.files, storeMs: this.storeMs };
  }

  async add(files: number): Promise<void> {
    for (const end = this.files + files; this.files < end;) {
      const { value, done } = await this.batches.next();
      if (done) return;
      const batch: WriteBatch = value;
      await this.timed(() => this.store.write(this.run.id, batch));
      this.files += batch.files.length;
    }
  }

  async complete(root: string): Promise<void> {
    const at = new Date().toISOString();
    const { id: runId, fingerprint } = this.run;
    const marker = {
      kind: MARKER_KIND,
      codebasePath: root,
      fingerprint,
      indexedFiles: this.files,
      totalChunks: this.files * CHUNKS_PER_FILE,
      completedAt: at,
      runId,
    } as const;
    const end = {
      syncedAt: at,
      // The first sync replaces it: it adds the folders that contain only folders.
      merkleRoot: createHash("sha256").update(`${this.files} files`).digest("hex"),
      ignoreSignature: openRules(root, NO_SETTINGS).signature,
    };
    await this.timed(() => this.store.completeRun(marker, end, NO_SETTINGS));
  }

  private async timed(work: () => Promise<unknown>): Promise<void> {
    const startedMs = performance.now();
    await work();
    this.storeMs += performance.now() - startedMs;
  }
}

/** All files, in batches as a run writes them. The makers take turns. */
async function* batchesOf(makers: readonly ChildProcess[], files: number): AsyncGenerator<WriteBatch, void> {
  const ranges: BatchRequest[] = [];
  for (let first = 0; first < files; first += ENGINE_LIMITS.writeFiles)
    ranges.push({ first, end: Math.min(files, first + ENGINE_LIMITS.writeFiles) });
  const streams = makers.map((maker, turn) =>
    madeBy(
      maker,
      ranges.filter((_, at) => at % makers.length === turn),
    ),
  );
  for (let at = 0; at < ranges.length; at++) {
    const made = await streams[at % streams.length]?.next();
    if (made?.value) yield made.value;
  }
}

/** The batches of these ranges, in their order. */
async function* madeBy(
  maker: ChildProcess,
  ranges: readonly BatchRequest[],
): AsyncGenerator<WriteBatch, void> {
  const ended = new AbortController();
  maker.once("exit", () => ended.abort());
  const answers = on(maker, "message", { signal: ended.signal });
  for (const range of ranges.slice(0, BATCHES_AHEAD)) maker.send(range);
  let received = 0;
  // The maker sends nothing else.
  for await (const [batch] of answers as AsyncIterable<[WriteBatch]>) {
    const next = ranges[received + BATCHES_AHEAD];
    if (next) maker.send(next);
    yield batch;
    if (++received === ranges.length) return;
  }
}

async function fill({ root, home, files }: FillerTask): Promise<void> {
  const config = readConfig({ environment: { SATORI_HOME: home }, freshnessPolicy: "by_age" });
  const fingerprint = fingerprintOf(new StaticEmbedder(), config.store);
  const clock = { nowMs: () => Date.now() };
  await using stores = openStores(config, clock, tryLock);
  const codebase = new Codebase(root, { home, fingerprint: () => fingerprint, stores });
  makeHomeFolder(codebase.folder);
  using lock = codebase.tryLock(clock.nowMs());
  if (!lock) throw new Error(`Another process writes the index of ${root}`);
  const store = await codebase.createStore();
  const run = activeRun(fingerprint);
  await store.beginRun(run);
  // The default serialization has no typed arrays.
  const makers = Array.from({ length: MAKERS }, () => fork(MAKER, [root], { serialization: "advanced" }));
  const filler = new Filler(store, run, batchesOf(makers, files));
  for await (const line of createInterface(process.stdin)) {
    if (line === "") {
      await filler.complete(root);
      codebase.establish();
      for (const maker of makers) maker.disconnect();
    } else await filler.add(Number(line));
    console.log(JSON.stringify(filler.progress));
  }
}

function activeRun(fingerprint: Fingerprint): RunRecord {
  const at = new Date().toISOString();
  return {
    id: randomUUID(),
    kind: "create",
    state: "active",
    fingerprint,
    owner: currentProcess(),
    phase: "indexing",
    counts: { filesDone: 0, filesTotal: null, chunks: 0 },
    startedAt: at,
    updatedAt: at,
    finishedAt: null,
    failure: null,
  };
}

// Given by `fillIndex`.
await fill(JSON.parse(process.argv[2] ?? "{}") as FillerTask);
