/** Messages and shared state of the fuzzing worker and the thread that watches it. */
import { workerData } from "node:worker_threads";

/**
 * Why an input is a finding: `failed`: it breaks a promise. `work`: it takes too many steps. `slow`: its time
 * is quadratic in its length. `hang`: it takes too long. `memory`: it needs too much memory.
 */
export type FindingKind = "failed" | "work" | "slow" | "hang" | "memory";

export interface Finding {
  readonly kind: FindingKind;
  readonly input: Uint8Array;
  /** What went wrong, for people. */
  readonly message: string;
  /**
   * Equal for findings with the same cause, as far as can be told: kind, error, and innermost location in our
   * sources.
   */
  readonly key: string;
}

/** The task of a worker. */
export interface WorkerTask {
  readonly mode: "fuzz" | "replay" | "minimize";
  readonly counters: number;
  /** Literals of the parser's source. */
  readonly words: readonly string[];
  /**
   * Inputs to start with, in addition to the target's own. In mode `replay`, all inputs to run; in mode
   * `minimize`, those of the repository first.
   */
  readonly inputs: readonly Uint8Array[];
  readonly seed: number;
  /** Executions after which it stops; null for no limit. */
  readonly maxRuns: number | null;
  /** Time at which it stops, as in `Date.now()`. */
  readonly deadlineMs: number;
  /** Keys of findings that are already reported. */
  readonly knownKeys: readonly string[];
  readonly shared: SharedArrayBuffer;
}

export type WorkerMessage =
  | { readonly kind: "kept"; readonly input: Uint8Array }
  | { readonly kind: "finding"; readonly finding: Finding }
  | { readonly kind: "replayed"; readonly steps: number }
  | { readonly kind: "done" };

/** Numbers that both threads can see while the worker is busy. */
const FIELDS = ["executions", "isRunning", "inputBytes", "edges", "corpus", "isStopping"] as const;
type Field = (typeof FIELDS)[number];

/** Room for the input being executed, which the watching thread saves if the worker does not return. */
const MAX_SHARED_INPUT = 2 ** 20;

export function newSharedState(): SharedArrayBuffer {
  return new SharedArrayBuffer(FIELDS.length * 4 + MAX_SHARED_INPUT);
}

export class SharedState {
  private readonly numbers: Int32Array;
  private readonly bytes: Uint8Array;

  constructor(shared: SharedArrayBuffer) {
    this.numbers = new Int32Array(shared, 0, FIELDS.length);
    this.bytes = new Uint8Array(shared, FIELDS.length * 4);
  }

  get(field: Field): number {
    return Atomics.load(this.numbers, FIELDS.indexOf(field));
  }

  set(field: Field, value: number): void {
    Atomics.store(this.numbers, FIELDS.indexOf(field), value);
  }

  /** Records the input that is about to be executed. */
  begin(input: Uint8Array): void {
    this.bytes.set(input.subarray(0, MAX_SHARED_INPUT));
    this.set("inputBytes", Math.min(input.length, MAX_SHARED_INPUT));
    this.set("executions", this.get("executions") + 1);
    this.set("isRunning", 1);
  }

  end(): void {
    this.set("isRunning", 0);
  }

  /** The input of the last `begin`. */
  input(): Uint8Array {
    return this.bytes.slice(0, this.get("inputBytes"));
  }
}

/** The task of this worker. */
export function ownTask(): WorkerTask {
  // `watch.ts` writes it and starts no worker without one.
  return workerData as WorkerTask;
}
