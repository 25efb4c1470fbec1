/** Stores whose writes fail from some point on, as on a full disk or when the process dies. */
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

/** Number of writes that all stores with this budget may make together. */
export interface WriteBudget {
  /** Writes that still succeed; all later ones fail. */
  left: number;
  /** Methods of all attempted writes, in order. */
  readonly asked: string[];
}

export function writeBudget(left = Number.POSITIVE_INFINITY): WriteBudget {
  return { left, asked: [] };
}

/** Wraps a store: writes beyond the budget reject with `STORE_UNAVAILABLE`. */
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
