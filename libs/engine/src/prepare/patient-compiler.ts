/**
 * Delays V8's optimizing compiler during a run. V8 recompiles frequently called functions at length, and
 * again in each thread. A run of a few seconds in several threads spent a third of its CPU time on functions
 * that were then called for only a second more. With this setting, V8 waits for ten times as many calls.
 * Measured on Node.js 20, CPU time of indexing: django 17.2 → 15.1 s, this repository 10.5 → 8.5 s, click
 * (166 files) 3.1 → 2.5 s. From Node.js 24 on, V8 has a fast compiler in between and waits by itself.
 */
import { setFlagsFromString } from "node:v8";

interface Patience {
  readonly flag: string;
  /** V8's own value, to be restored. */
  readonly usual: number;
  readonly patient: number;
}

/** By V8 version: flags are not a stable interface, and may mean something else in the next version. */
const KNOWN: readonly (Patience & { readonly v8: string })[] = [
  { v8: "11.3.", flag: "interrupt-budget", usual: 67_584, patient: 1_000_000 },
  { v8: "12.4.", flag: "invocation-count-for-turbofan", usual: 3_000, patient: 30_000 },
];

/** The flag to set for a version of V8; null if none is known. */
export function patienceOf(v8Version: string): Patience | null {
  return KNOWN.find(({ v8 }) => v8Version.startsWith(v8)) ?? null;
}

const PATIENCE = patienceOf(process.versions.v8);
let waiting = 0;

/** Delays the compiler until disposed; overlapping calls count as one. Affects the whole process. */
export function patientCompiler(): Disposable {
  if (waiting++ === 0) set((patience) => patience.patient);
  return {
    [Symbol.dispose]: () => {
      if (--waiting === 0) set((patience) => patience.usual);
    },
  };
}

function set(value: (patience: Patience) => number): void {
  if (PATIENCE) setFlagsFromString(`--${PATIENCE.flag}=${value(PATIENCE)}`);
}
