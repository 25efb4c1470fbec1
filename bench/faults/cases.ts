/** The operations that run while faults are injected, and the faults. Pure. */
import { type Random, shuffled } from "../support/random.ts";
import { CALL_KINDS, type CallCounts, type CallKind, type Fault, type FaultError } from "./control.ts";
import type { Unsynced } from "./disk-log.ts";

/**
 * Operations. `create` begins without an index, `reindex` and `sync` with the index of an older tree, `clear`
 * and `search` with a current one, `search edited` with that of an older tree. In each index, a part is only
 * in the write-ahead log.
 */
export const OPERATIONS = ["create", "reindex", "sync", "clear", "search", "search edited"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One test case. */
export type Case =
  | {
      readonly kind: "fault";
      readonly operation: Operation;
      readonly fault: Fault;
      /** Whether the next run is tried as well. */
      readonly isRecovered: boolean;
    }
  | {
      readonly kind: "power loss";
      readonly operation: Operation;
      /** Number of disk changes before the power failure. */
      readonly cut: number;
      readonly unsynced: Unsynced;
      readonly seed: number;
    };

/**
 * How a case ended: the last complete index, or the new one, answers in full (`kept`); the problem is
 * reported (`told`); or the product broke a promise, in one of the other ways.
 */
export const VERDICTS = [
  "kept",
  "told",
  "SILENT",
  "FALSE DAMAGE",
  "LOST",
  "STUCK",
  "crashed",
  "hung",
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface CaseResult {
  readonly verdict: Verdict;
  /** Details for debugging. */
  readonly detail: string;
  /** Calls that failed as planned; 0 if the planned call was not reached. */
  readonly hits: number;
}

const ERRORS: Readonly<Record<CallKind, readonly FaultError[]>> = {
  open: ["EIO", "EMFILE", "EACCES", "EINTR"],
  read: ["EIO", "ESTALE", "EINTR", "short"],
  write: ["EIO", "ENOSPC", "EINTR", "short"],
  sync: ["EIO", "ENOSPC"],
  truncate: ["EIO", "ENOSPC", "EINTR"],
  lock: ["EIO", "ENOLCK", "EAGAIN", "EINTR"],
  entry: ["EIO", "EACCES", "ENOSPC"],
  map: ["ENOMEM", "EIO"],
};
/** Errors that only ask the caller to repeat the call, so they are not injected permanently. */
const PASSING: readonly FaultError[] = ["EINTR", "short"];

/**
 * Faults at every call of an operation, each once and permanently from then on. Groups of the same kind take
 * turns, so that rare calls are covered.
 */
export function faultCases(counts: ReadonlyMap<Operation, CallCounts>, most: number, random: Random): Case[] {
  const groups: Case[][] = [];
  for (const [operation, counted] of counts) {
    for (const kind of CALL_KINDS) {
      for (const error of ERRORS[kind]) {
        for (const isLasting of PASSING.includes(error) ? [false] : [false, true]) {
          const all = Array.from({ length: counted[kind] }, (_, at): Fault => ({
            kind,
            nth: at + 1,
            error,
            isLasting,
          }));
          groups.push(
            shuffled(all, random).map((fault): Case => ({
              kind: "fault",
              operation,
              fault,
              isRecovered: random() < RECOVERED_SHARE,
            })),
          );
        }
      }
    }
  }
  return inTurns(groups, most);
}

/** Share of the cases with an intact index that are followed by another run as well. */
const RECOVERED_SHARE = 0.2;

/** Power failures after every change of the disk, with unsynced changes kept, dropped or reordered. */
export function powerCases(changes: ReadonlyMap<Operation, number>, most: number, random: Random): Case[] {
  const groups = [...changes].flatMap(([operation, count]) =>
    (["kept", "dropped", "reordered"] as const).map((unsynced) =>
      shuffled(
        Array.from({ length: count + 1 }, (_, cut) => cut),
        random,
      ).map((cut): Case => ({
        kind: "power loss",
        operation,
        cut,
        unsynced,
        seed: Math.floor(random() * 1e9),
      })),
    ),
  );
  return inTurns(groups, most);
}

function inTurns(groups: readonly (readonly Case[])[], most: number): Case[] {
  const cases: Case[] = [];
  for (let round = 0; cases.length < most && groups.some((group) => round < group.length); round++) {
    for (const group of groups) {
      const next = group[round];
      if (next && cases.length < most) cases.push(next);
    }
  }
  return cases;
}
