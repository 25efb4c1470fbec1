/**
 * V8 compiles what is called often again, at length, and in each thread anew. A run of some seconds in
 * several threads spent a third of its CPU time on functions that were then called for a second more. While
 * one is under way V8 waits for ten times the use. Measured on Node.js 20: CPU time of indexing django 17.2 →
 * 15.1 s, this repository 10.5 → 8.5, click (166 files) 3.1 → 2.5. From Node.js 24 on V8 has a quick compiler
 * in between, and waits by itself.
 */
import { setFlagsFromString } from "node:v8";

interface Patience {
  readonly flag: string;
  /** V8's own value, to go back to. */
  readonly usual: number;
  readonly patient: number;
}

/**
 * By the version of V8 that a version of Node.js has: flags are no interface, and mean something else in the
 * next one.
 */
const KNOWN: readonly (Patience & { readonly v8: string })[] = [
  { v8: "11.3.", flag: "interrupt-budget", usual: 67_584, patient: 1_000_000 },
  { v8: "12.4.", flag: "invocation-count-for-turbofan", usual: 3_000, patient: 30_000 },
];

export function patienceOf(v8Version: string): Patience | null {
  return KNOWN.find(({ v8 }) => v8Version.startsWith(v8)) ?? null;
}

const PATIENCE = patienceOf(process.versions.v8);
let waiting = 0;

/**
 * Makes the compiler wait until disposed; several at a time are as one. It is the whole process that waits,
 * its other work too.
 */
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
