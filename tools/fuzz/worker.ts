/**
 * The fuzzing worker: executes a target on one input after the other, and keeps inputs that reach new code.
 * Bundled with its target.
 */
import { parentPort } from "node:worker_threads";
import { Coverage, type Trace, hasAll, takeTrace } from "./coverage.ts";
import { COUNTERS } from "./counters.ts";
import { type Stretch, mutate, stretchOf, stretched } from "./mutate.ts";
import { type Finding, type FindingKind, SharedState, type WorkerMessage, ownTask } from "./protocol.ts";
import { type Random, seededRandom } from "./random.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_STEPS, DEFAULT_STRETCH_BYTES, type FuzzTarget } from "./target.ts";

/** Executions spent on shortening one input. */
const SHRINK_RUNS = 200;
/** Every other parent is one of the newest inputs: more new code is likely nearby. */
const NEWEST = 24;
/** One in this many executions is a stretched input, which takes as long as many others. */
const STRETCH_EVERY = 50;
/**
 * A stretched input that takes longer is examined: if the work is linear, twice the length takes twice the
 * time; if it is quadratic, four times.
 */
const SLOW_MS = 100;
const SQUARE_RATIO = 3;

interface Executed {
  readonly trace: Trace;
  readonly finding: Finding | null;
  /** Processor time of the whole process. */
  readonly cpuMs: number;
}

export async function work(target: FuzzTarget): Promise<void> {
  // Source maps are loaded by now. Applying them to each error that a parser throws and catches would take
  // most of the time.
  process.setSourceMapsEnabled(false);
  const task = ownTask();
  const fuzzer = new Fuzzer(target);
  if (task.mode === "replay") await fuzzer.replay();
  else if (task.mode === "minimize") await fuzzer.minimize();
  else await fuzzer.fuzz();
  send({ kind: "done" });
}

class Fuzzer {
  private readonly task = ownTask();
  private readonly state = new SharedState(this.task.shared);
  private readonly counters = (globalThis as unknown as Record<string, Uint32Array>)[COUNTERS] as Uint32Array;
  private readonly coverage = new Coverage(this.task.counters);
  private readonly random: Random = seededRandom(this.task.seed);
  private readonly reported = new Set(this.task.knownKeys);
  private readonly corpus: Uint8Array[] = [];
  private readonly words: readonly Uint8Array[];
  private readonly maxBytes: number;
  private runs = 0;
  private sinceStretch = 0;

  constructor(private readonly target: FuzzTarget) {
    this.maxBytes = target.maxBytes ?? DEFAULT_MAX_BYTES;
    this.words = [...(target.dictionary ?? []), ...(target.dictionary ?? []), ...this.task.words].map(
      (word) => Buffer.from(word),
    );
  }

  async fuzz(): Promise<void> {
    for (const input of byLength([...this.seeds(), ...this.task.inputs])) {
      if (this.isOver()) return;
      const { trace, finding } = await this.execute(input);
      if (finding) await this.report(finding);
      else if (this.coverage.add(trace, input.length)) this.keep(input);
    }
    if (this.corpus.length === 0) this.keep(new Uint8Array());
    while (!this.isOver()) {
      const input = mutate(this.parent(), {
        random: this.random,
        maxBytes: this.maxBytes,
        words: this.words,
        other: this.anyOf(this.corpus),
      });
      const { trace, finding } = await this.execute(input);
      if (finding) await this.report(finding);
      else if (this.coverage.add(trace, input.length)) await this.keepShort(input, trace);
      if (++this.sinceStretch >= STRETCH_EVERY) await this.stretch(this.parent());
    }
  }

  /**
   * Executes a stretched input. It is not judged by coverage: the search is for inputs that hang, take too
   * many steps, or take quadratic time.
   */
  private async stretch(input: Uint8Array): Promise<void> {
    const bytes = this.target.stretchBytes ?? DEFAULT_STRETCH_BYTES;
    this.sinceStretch = 0;
    if (bytes === 0) return;
    const choice = stretchOf(input, { random: this.random, words: this.words });
    const long = stretched(choice, bytes);
    const { finding, cpuMs } = await this.execute(long);
    if (finding) return this.report(finding);
    if (cpuMs < SLOW_MS) return;
    // These executions do not count. Whether they are needed depends on the machine, but the inputs of a seed
    // must not.
    const { runs } = this;
    const isSquare = await this.isSquare(choice, bytes);
    this.runs = runs;
    if (!isSquare) return;
    const piece = Buffer.from(choice.piece).toString("latin1");
    this.reportOnce({
      kind: "slow",
      input: long,
      message:
        `${bytes} bytes take more than ${SQUARE_RATIO} times as long as half of them; repeated is ` +
        `${JSON.stringify(piece)}`,
      key: `slow ${piece}`,
    });
  }

  /** Measures twice: time for compilation or garbage collection does not recur. */
  private async isSquare(choice: Stretch, bytes: number): Promise<boolean> {
    for (let times = 0; times < 2; times++) {
      const half = await this.execute(stretched(choice, bytes / 2));
      const whole = await this.execute(stretched(choice, bytes));
      if (whole.cpuMs < SLOW_MS || whole.cpuMs < SQUARE_RATIO * half.cpuMs) return false;
    }
    return true;
  }

  /** Runs each input once, and reports its number of steps. */
  async replay(): Promise<void> {
    for (const input of this.task.inputs) {
      const { trace, finding } = await this.execute(input);
      if (finding) send({ kind: "finding", finding });
      else send({ kind: "replayed", steps: trace.steps });
    }
  }

  /** Keeps inputs that reach more than the seeds: shortest first, each only if it adds coverage. */
  async minimize(): Promise<void> {
    for (const seed of this.seeds()) this.coverage.add((await this.execute(seed)).trace, seed.length);
    for (const input of this.task.inputs) {
      const { trace, finding } = await this.execute(input);
      if (!finding && this.coverage.add(trace, input.length)) send({ kind: "kept", input });
    }
  }

  private seeds(): readonly Uint8Array[] {
    return (this.target.seeds?.() ?? []).map((seed) => new Uint8Array(Buffer.from(seed)));
  }

  private isOver(): boolean {
    return (
      (this.task.maxRuns !== null && this.runs >= this.task.maxRuns) ||
      this.state.get("isStopping") === 1 ||
      Date.now() >= this.task.deadlineMs
    );
  }

  private async execute(input: Uint8Array): Promise<Executed> {
    this.runs++;
    this.counters.fill(0);
    this.state.begin(input);
    const startedCpu = process.cpuUsage();
    let error: unknown;
    let hasFailed = false;
    try {
      // A copy, because a target that modifies its input must not change the corpus.
      const running = this.target.run(input.slice());
      if (running) await running;
    } catch (caught) {
      error = caught;
      hasFailed = true;
    }
    const { user, system } = process.cpuUsage(startedCpu);
    const cpuMs = (user + system) / 1_000;
    this.state.end();
    const trace = takeTrace(this.counters);
    if (hasFailed) return { trace, cpuMs, finding: failure(input, error) };
    const most = (this.target.maxSteps ?? DEFAULT_MAX_STEPS)(input.length);
    return {
      trace,
      cpuMs,
      finding:
        trace.steps > most
          ? found("work", input, `took ${trace.steps} steps for ${input.length} bytes, more than ${most}`)
          : null,
    };
  }

  private async report(finding: Finding): Promise<void> {
    if (this.reported.has(finding.key)) return;
    this.reported.add(finding.key);
    const input = await this.shrunk(finding.input, (executed) => executed.finding?.key === finding.key);
    const { finding: shortest } = await this.execute(input);
    send({ kind: "finding", finding: shortest ?? finding });
  }

  private reportOnce(finding: Finding): void {
    // One is enough: others are mostly the same loop with different text.
    if (this.reported.has(finding.kind)) return;
    this.reported.add(finding.kind);
    send({ kind: "finding", finding });
  }

  private async keepShort(input: Uint8Array, { features }: Trace): Promise<void> {
    const short = await this.shrunk(
      input,
      ({ trace, finding }) => finding === null && hasAll(trace.features, features),
    );
    this.keep(short);
  }

  private keep(input: Uint8Array): void {
    this.corpus.push(input);
    this.state.set("edges", this.coverage.edges);
    this.state.set("corpus", this.corpus.length);
    send({ kind: "kept", input });
  }

  /**
   * Removes one piece after the other, from halves down to single bytes, as long as the input still has the
   * same effect.
   */
  private async shrunk(input: Uint8Array, isStill: (executed: Executed) => boolean): Promise<Uint8Array> {
    let short = input;
    let runs = 0;
    for (
      let size = Math.ceil(input.length / 2);
      size >= 1 && runs < SHRINK_RUNS && !this.isOver();
      size = Math.floor(size / 2)
    ) {
      for (let at = 0; at < short.length && runs < SHRINK_RUNS && !this.isOver(); runs++) {
        const candidate = Buffer.concat([short.subarray(0, at), short.subarray(at + size)]);
        if (isStill(await this.execute(candidate))) short = candidate;
        else at += size;
      }
    }
    return short;
  }

  private parent(): Uint8Array {
    return this.anyOf(this.random.below(2) === 0 ? this.corpus : this.corpus.slice(-NEWEST));
  }

  private anyOf(inputs: readonly Uint8Array[]): Uint8Array {
    return inputs[this.random.below(inputs.length)] as Uint8Array;
  }
}

function byLength(inputs: readonly Uint8Array[]): readonly Uint8Array[] {
  return [...inputs].sort((left, right) => left.length - right.length);
}

function found(kind: FindingKind, input: Uint8Array, message: string): Finding {
  return { kind, input, message, key: kind };
}

function failure(input: Uint8Array, error: unknown): Finding {
  process.setSourceMapsEnabled(true);
  const message = error instanceof Error ? (error.stack ?? error.message) : `threw ${String(error)}`;
  const place = /\((?:[^()]*\/)?((?:libs|apps|clients)\/[^():]*:\d+)/.exec(message)?.[1] ?? "";
  const what = (
    error instanceof Error ? `${error.name} ${error.message.split("\n")[0]?.slice(0, 40)}` : String(error)
  )
    .replaceAll(/\d+/g, "0")
    .replaceAll(/(["'`]).*/g, "");
  process.setSourceMapsEnabled(false);
  return { kind: "failed", input, message, key: `${what} ${place}` };
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
