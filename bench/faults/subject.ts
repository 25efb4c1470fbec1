/**
 * The index under test: built once in each initial state of the operations, and copied for every case. Runs
 * in the process with the preloaded library.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Engine } from "@satori/engine";
import { Engines, ask } from "../kill/engines.ts";
import { type IndexContent, type Observation, type Place, observe } from "../kill/observe.ts";
import { check } from "../support/failure.ts";
import { seededRandom } from "../support/random.ts";
import type { Case, CaseResult, Operation } from "./cases.ts";
import type { CallCounts, Fault, FaultControl } from "./control.ts";
import { type DiskState, type LogRecord, afterPowerLoss, parseLog } from "./disk-log.ts";
import {
  type Finding,
  type Told,
  type Truth,
  judgeAfter,
  judgeAgain,
  judgeNext,
  judgeTold,
  worst,
} from "./judge.ts";
import { answersTo, tellOf, withOutcome } from "./operate.ts";
import { writeVersion } from "./tree.ts";

const CASES_BETWEEN_COLLECTIONS = 20;
const MAX_OBSERVATIONS = 2_000;

/** What an operation does without faults. */
interface Measured {
  readonly counts: CallCounts;
  readonly before: DiskState;
  readonly records: readonly LogRecord[];
}

export class Subject implements AsyncDisposable {
  /** Without an embedder, since loading its model would take longer than everything else. */
  private readonly engines = new Engines({ SATORI_EMBEDDER: "none" });
  private readonly measured = new Map<Operation, Measured>();
  private truth: Truth | null = null;
  private places = 0;
  private tried = 0;
  /** By contents of the files, because many faults lead to the same state. */
  private readonly observations = new Map<string, Observation>();

  /** @param folder an empty folder */
  constructor(
    private readonly folder: string,
    private readonly control: FaultControl,
  ) {}

  /** Builds the indexes that cases begin with. The tree does not change afterwards. */
  async prepare(): Promise<void> {
    const old = await this.makeHome("old", [0, 1]);
    const current = await this.makeHome("current", [1, 2]);
    this.truth = { old, current };
    mkdirSync(this.homeOf("create"), { recursive: true });
  }

  /** Number of calls and disk changes of an operation without faults. */
  async measure(operation: Operation): Promise<{ readonly counts: CallCounts; readonly changes: number }> {
    const place = this.copyOf(operation);
    const before = readDisk(place.home);
    const log = join(this.folder, "log");
    rmSync(log, { force: true });
    const { told, counts } = await this.engines.with(place, (engine) =>
      this.attempt(engine, place, operation, { fault: null, log }),
    );
    check(told.failures.length === 0, `${operation} fails without faults: ${told.failures.join("; ")}`);
    const records = parseLog(existsSync(log) ? readFileSync(log) : Buffer.alloc(0));
    this.measured.set(operation, { counts, before, records });
    rmSync(place.home, { recursive: true });
    return { counts, changes: records.length };
  }

  async try(experiment: Case): Promise<CaseResult> {
    const result =
      experiment.kind === "fault" ? await this.tryFault(experiment) : await this.tryPowerLoss(experiment);
    for (const name of readdirSync(this.folder))
      if (name.startsWith("case")) rmSync(join(this.folder, name), { recursive: true, force: true });
    // Descriptors of closed connections are released once their statements are collected.
    if (++this.tried % CASES_BETWEEN_COLLECTIONS === 0) globalThis.gc?.();
    await nextTurn();
    return result;
  }

  private async tryFault({
    operation,
    fault,
    isRecovered,
  }: Extract<Case, { kind: "fault" }>): Promise<CaseResult> {
    const place = this.copyOf(operation);
    const later = this.placeOf();
    const log = fault.kind === "sync" ? join(this.folder, "case-log") : null;
    const before = log === null ? null : readDisk(place.home);
    const context = { operation, truth: this.requireTruth() };
    const engine = this.engines.open(place);
    try {
      const { told: answered, hits, failed } = await this.attempt(engine, place, operation, { fault, log });
      const told = await withOutcome(engine, place, operation, answered);
      // The state that another process would find now.
      cpSync(place.home, later.home, { recursive: true });
      const again = async (): Promise<Finding> =>
        judgeAgain({ ...context, told, answers: await answersTo(engine, place) });
      const first = await again();
      const findings = [
        judgeTold({ ...context, told }),
        first.verdict === "kept" ? first : await again(),
        ...(await this.lookAfter(later, context, told, isRecovered)),
      ];
      if (before && log !== null && existsSync(log)) {
        const state = afterPowerLoss({
          before,
          records: parseLog(readFileSync(log)),
          unsynced: "dropped",
          random: seededRandom(1),
        });
        const dark = this.placeOf();
        writeDisk(dark.home, state);
        findings.push(...(await this.lookAfter(dark, context, { ...told, survivesPowerLoss: true }, false)));
      }
      const { verdict, detail } = worst(findings);
      return { verdict, detail: `${failed} failed: ${detail}`, hits };
    } finally {
      await engine[Symbol.asyncDispose]();
    }
  }

  private async tryPowerLoss({
    operation,
    cut,
    unsynced,
    seed,
  }: Extract<Case, { kind: "power loss" }>): Promise<CaseResult> {
    if (!this.measured.has(operation)) await this.measure(operation);
    const measured = this.measured.get(operation);
    check(measured !== undefined, `${operation} was not measured`);
    const { before, records } = measured;
    const place = this.placeOf();
    writeDisk(
      place.home,
      afterPowerLoss({ before, records: records.slice(0, cut), unsynced, random: seededRandom(seed) }),
    );
    // The answer reached the caller only if all changes were made.
    const told: Told = {
      isDone: cut === records.length,
      failures: cut === records.length ? [] : ["power failure"],
      answers: [],
      survivesPowerLoss: true,
    };
    return {
      ...worst(await this.lookAfter(place, { operation, truth: this.requireTruth() }, told, cut % 3 === 0)),
      hits: 1,
    };
  }

  /** What a later process finds, and whether its next action leads to an index again. */
  private async lookAfter(
    place: Place,
    context: { readonly operation: Operation; readonly truth: Truth },
    told: Told,
    isRecovered: boolean,
  ): Promise<Finding[]> {
    const after = await this.look(place);
    const finding = judgeAfter({ ...context, told, after });
    if (finding.verdict === "kept" && !isRecovered) return [finding];
    const action = after.content && this.tried % 2 === 0 ? "sync" : "create";
    const answer = await this.engines.with(place, (engine) =>
      ask(engine, place, "manage_index", action === "sync" ? { action } : { action, force: true }),
    );
    return [
      finding,
      judgeNext({ action, answer, after: await this.look(place), fresh: context.truth.current }),
    ];
  }

  private async look(place: Place): Promise<Observation> {
    const key = digestOf(place.home);
    const known = this.observations.get(key);
    if (known) return known;
    const seen = await this.engines.with(place, (engine) => observed(engine, place));
    if (this.observations.size < MAX_OBSERVATIONS) this.observations.set(key, seen);
    return seen;
  }

  private async attempt(
    engine: Engine,
    place: Place,
    operation: Operation,
    { fault, log }: { readonly fault: Fault | null; readonly log: string | null },
  ): Promise<{ told: Told; counts: CallCounts; hits: number; failed: string }> {
    this.control.arm({ folder: join(place.home, "indexes"), fault, log });
    try {
      const told = await tellOf(engine, place, operation);
      return { told, ...this.control.disarm() };
    } finally {
      this.control.disarm();
    }
  }

  /**
   * Builds an index of the first version and syncs it to the second, then copies it while it is open. Returns
   * its answers.
   */
  private async makeHome(
    name: string,
    [first = 0, second = 0]: readonly number[],
  ): Promise<IndexContent & { readonly answers: readonly string[] }> {
    const place = { root: this.root, home: join(this.folder, `made-${name}`) };
    const home = join(this.folder, `home-${name}`);
    mkdirSync(place.home, { recursive: true });
    writeVersion(this.root, first);
    return this.engines.with(place, async (engine) => {
      await ask(engine, place, "manage_index", { action: "create" });
      writeVersion(this.root, second);
      await ask(engine, place, "manage_index", { action: "sync" });
      const { content, problems } = await observe(engine, place);
      check(content !== null && problems.length === 0, `the tree cannot be indexed: ${problems.join("; ")}`);
      cpSync(place.home, home, { recursive: true });
      return { ...content, answers: (await answersTo(engine, place)).map(({ text }) => text) };
    });
  }

  private copyOf(operation: Operation): Place {
    const place = this.placeOf();
    cpSync(this.homeOf(operation), place.home, { recursive: true });
    return place;
  }

  private placeOf(): Place {
    return { root: this.root, home: join(this.folder, `case${++this.places}`) };
  }

  private homeOf(operation: Operation): string {
    const name = {
      create: "none",
      reindex: "old",
      sync: "old",
      clear: "current",
      search: "current",
      "search edited": "old",
    }[operation];
    return join(this.folder, `home-${name}`);
  }

  private get root(): string {
    return join(this.folder, "tree");
  }

  private requireTruth(): Truth {
    check(this.truth !== null, "no index was made");
    return this.truth;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engines[Symbol.asyncDispose]();
  }
}

/**
 * Digest of everything that another process reads of an index. The index of the log is memory and is rebuilt.
 */
function digestOf(home: string): string {
  const hash = createHash("sha256");
  for (const [name, bytes] of [...readDisk(home).files].sort(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${name} `);
    if (!name.endsWith("-shm") && !name.endsWith("lock-owner.json"))
      hash.update(`${bytes.length} `).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * Observes an index. The note about the lock's owner names this process, which is still running; it is for
 * people, and not part of the index.
 */
async function observed(engine: Engine, place: Place): Promise<Observation> {
  const { problems, ...seen } = await observe(engine, place);
  return { ...seen, problems: problems.filter((problem) => !problem.startsWith("somebody holds the lock")) };
}

/** Contents of a home's `indexes` folder. */
function readDisk(home: string): DiskState {
  const indexes = join(home, "indexes");
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();
  if (existsSync(indexes)) folders.add("");
  for (const entry of existsSync(indexes)
    ? readdirSync(indexes, { recursive: true, withFileTypes: true })
    : []) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(indexes.length + 1);
    if (entry.isDirectory()) folders.add(name);
    else files.set(name, readFileSync(path));
  }
  return { files, folders };
}

/** Writes a disk state. Files whose folder did not reach the disk are left out. */
function writeDisk(home: string, { files, folders }: DiskState): void {
  mkdirSync(home, { recursive: true });
  for (const folder of [...folders].sort()) mkdirSync(join(home, "indexes", folder), { recursive: true });
  for (const [name, bytes] of files) {
    const path = join(home, "indexes", name);
    if (existsSync(dirname(path)) && folders.has(dirname(name))) writeFileSync(path, bytes);
  }
}
