/**
 * Stores that cannot write any more at some point: as on a disk that is full, or at the death of the process.
 */
import { EngineError } from "../../errors.ts";
import type { Store } from "../../store/store.ts";

const WRITES: ReadonlySet<string | symbol> = new Set<keyof Store>([
  "saveSettings",
  "beginRun",
  "reportProgress",
  "write",
  "completeRun",
  "failRun",
  "endSync",
  "writeInDegrees",
]);

/** What all stores that it bounds have between them. */
export interface WriteBudget {
  /** Writes that succeed before none does any more. */
  left: number;
  /** Writes that were asked for, by method, in their order. */
  readonly asked: string[];
}

export function writeBudget(left = Number.POSITIVE_INFINITY): WriteBudget {
  return { left, asked: [] };
}

/** The same store, which throws `STORE_UNAVAILABLE` for writes beyond the budget. */
export function boundedStore(store: Store, budget: WriteBudget): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        if (!WRITES.has(name)) return member.apply(target, args);
        budget.asked.push(String(name));
        return budget.left-- > 0
          ? member.apply(target, args)
          : Promise.reject(new EngineError("STORE_UNAVAILABLE", "The disk is full"));
      };
    },
  });
}
