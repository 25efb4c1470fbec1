/** What is done to an index while faults are injected, and which faults. Pure. */
import { type Random, shuffled } from "../support/random.ts";
import { CALL_KINDS, type CallCounts, type CallKind, type Fault, type FaultError } from "./control.ts";
import type { Unsynced } from "./disk-log.ts";

/**
 * `create` begins without an index, `reindex` and `sync` with that of an older tree, `clear` and `search`
 * with a current one, `search edited` with that of an older tree again. In each of these a part of the index
 * is in the write-ahead log alone.
 */
export const OPERATIONS = ["create", "reindex", "sync", "clear", "search", "search edited"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One experiment. */
export type Case =
  | {
      readonly kind: "fault";
      readonly operation: Operation;
      readonly fault: Fault;
      /** What comes after is tried as well. */ readonly isRecovered: boolean;
    }
  | {
      readonly kind: "power loss";
      readonly operation: Operation;
      /** How many changes of the disk there were. */ readonly cut: number;
      readonly unsynced: Unsynced;
      readonly seed: number;
    };

/**
 * How an experiment ended: the last complete index, or the new one, answers in full (`kept`); what is wrong
 * is said (`told`); or the product broke its promise, in one of the ways that the others name.
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
  /** For whoever looks into it. */
  readonly detail: string;
  /** Calls that failed by plan; 0 when there was none any more. */
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
/** Repeated for ever, these only say that the call has to be made again. */
const PASSING: readonly FaultError[] = ["EINTR", "short"];

/**
 * Faults at every call of an operation, each once and from then on; groups of the same kind take turns, so
 * that rare calls are not left out.
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

/** Of cases after which the index is whole, how many are followed by another run all the same. */
const RECOVERED_SHARE = 0.2;

/** Power failures after every change of the disk, with what was not synced kept, dropped or reordered. */
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
