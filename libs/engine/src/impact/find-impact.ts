/** Finds what changed symbols affect, and the tests to run. */
import { type TestsToRun, isFunctionKind } from "@satori/contracts";
import type { IndexedHistory } from "../model/history.ts";
import type { SymbolChange } from "./changed-symbols.ts";
import { type ChangedWithDependents, ImpactOfChanges, changedRefs } from "./impact-of-changes.ts";
import type { ImpactRequest } from "./impact-request.ts";
import type { Graphs } from "./read-graphs.ts";
import { Importers } from "./tests-to-run/importers.ts";
import { testsToRun } from "./tests-to-run/tests-to-run.ts";
import { type Walk, walkUp } from "./walk.ts";

/** A change whose symbols are known. */
export interface ComparedChange extends Graphs {
  /** In the order of the answer. */
  readonly changes: readonly SymbolChange[];
  readonly pathInHead: (path: string) => string | null;
}

export interface ImpactResult extends Graphs {
  readonly changes: readonly SymbolChange[];
  /** Those that were followed, in the order of `changes`; fewer if there are too many, or at the deadline. */
  readonly followed: readonly ChangedWithDependents[];
  readonly walk: Walk;
  readonly tests: TestsToRun;
  /** Whether everything was followed that was to be. */
  readonly isComplete: boolean;
}

/** Changed symbols whose dependents are looked up. */
const MAX_FOLLOWED = 1_000;
/** Tests may be farther away than what an answer shows. */
const TEST_DEPTH = 6;

/** @param history null without a repository */
export async function findImpact(
  { call: { deadline }, echo, target }: ImpactRequest,
  { changes, pathInHead, base, head }: ComparedChange,
  history: IndexedHistory | null,
): Promise<ImpactResult> {
  const check = (): void => deadline.check();
  const importers = new Importers({ view: head.view, resolution: head.resolution, check });
  const impact = new ImpactOfChanges({ base, head, pathInHead, importersOf: (file) => importers.of(file) });
  const followed: ChangedWithDependents[] = [];
  const real = changes.filter(({ change }) => change !== "cosmetic").slice(0, MAX_FOLLOWED);
  for (const [of, change] of real.entries()) {
    if (deadline.isReached) break;
    followed.push(await impact.of(change, of));
  }
  const depth = Math.max(echo.depth, TEST_DEPTH);
  const seeds = followed.map(({ seed }) => seed);
  const walk = await walkUp(head, seeds, { depth, changedAt: changedRefs(followed) });
  const tests = await testsToRun({
    view: head.view,
    resolution: head.resolution,
    root: target.codebase.root,
    changed: changedFiles(changes),
    symbols: changes.map(({ change, base: before, head: after }) => {
      const { symbol } = (after ?? before) as NonNullable<typeof after>;
      const isTestable = change !== "removed" && change !== "cosmetic" && isFunctionKind(symbol.kind);
      return { name: symbol.name, isFunction: isTestable };
    }),
    reached: walk.reached.map(({ from, distance, sites }) => ({
      from,
      distance,
      of: walk.leadsTo(from),
      sites: sites.map(({ line, call }) => ({ line, scope: call?.site.scope ?? null })),
    })),
    history,
    importers,
    limit: echo.limit,
    check,
  });
  const isComplete =
    walk.isComplete &&
    followed.length === changes.filter(({ change }) => change !== "cosmetic").length &&
    followed.every(({ found }) => found.every(({ open }) => !open.isEnded));
  return { changes, followed, walk, tests, base, head, isComplete };
}

/** The files of changed symbols, each once, in the order of the changes. */
function changedFiles(
  changes: readonly SymbolChange[],
): readonly { readonly path: string; readonly formerPath?: string }[] {
  const files = new Map<string, { readonly path: string; readonly formerPath?: string }>();
  for (const { base, head } of changes) {
    const path = (head ?? base)?.file.path ?? "";
    if (files.has(path)) continue;
    const former = head && base && base.file.path !== path ? { formerPath: base.file.path } : {};
    files.set(path, { path, ...former });
  }
  return [...files.values()];
}
