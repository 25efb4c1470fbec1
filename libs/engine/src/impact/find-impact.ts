/** Finds what changed symbols affect, and the tests to run. */
import { type TestsToRun, isFunctionKind } from "@satori/contracts";
import type { IndexedHistory } from "../model/history.ts";
import { scopeKey } from "@satori/sidecar";
import { type Deadline, untilDeadline } from "../deadline.ts";
import type { SymbolChange } from "./changed-symbols.ts";
import { type ChangedWithDependents, ImpactOfChanges, changedRefs } from "./impact-of-changes.ts";
import type { ImpactRequest } from "./impact-request.ts";
import type { Graphs } from "./read-graphs.ts";
import { mostTests } from "./fit-impact.ts";
import { Importers } from "./tests-to-run/importers.ts";
import { type ChangeForTests, testsToRun } from "./tests-to-run/tests-to-run.ts";
import type { VersionGraph } from "./version-graph.ts";
import { type Walk, walkUp } from "./walk.ts";

/** A change whose symbols are known. */
export interface ComparedChange extends Graphs {
  /** In the order of the answer. */
  readonly changes: readonly SymbolChange[];
  readonly pathInHead: (path: string) => string | null;
  /** Whether all files of the versions could be read in time. Default: true. */
  readonly isRead?: boolean;
}

export interface ImpactResult extends Graphs {
  readonly changes: readonly SymbolChange[];
  /** Those that were followed, in the order of `changes`; fewer if there are too many, or at the deadline. */
  readonly followed: readonly ChangedWithDependents[];
  readonly walk: Walk;
  readonly tests: TestsToRun;
  /** As in `KnownChange`. */
  readonly isRead: boolean;
  /** Whether everything was followed that was to be. */
  readonly isComplete: boolean;
}

/** Changed symbols whose dependents are looked up. */
const MAX_FOLLOWED = 1_000;
/** Tests may be farther away than what an answer shows. */
const TEST_DEPTH = 6;

/** The rest of the time is for the tests. */
const WALK_SHARE = 0.7;

function importersIn(graph: VersionGraph): Importers {
  const { view, resolution } = graph;
  return new Importers({ view, resolution, check: () => graph.deadline.check() });
}

/** @param history null without a repository */
export async function findImpact(
  { call: { deadline }, echo, target }: ImpactRequest,
  { changes, pathInHead, base, head, isRead = true }: ComparedChange,
  history: IndexedHistory | null,
): Promise<ImpactResult> {
  using walking = deadline.portion(WALK_SHARE);
  for (const graph of [base, head]) graph.goOnUntil(walking);
  const importers = importersIn(head);
  const impact = new ImpactOfChanges({ base, head, pathInHead, importersOf: (file) => importers.of(file) });
  const followed: ChangedWithDependents[] = [];
  // The order of the answer has cosmetic changes last, so that the others keep their indexes.
  const real = changes.filter(({ change }) => change !== "cosmetic");
  for (const [of, change] of real.slice(0, MAX_FOLLOWED).entries()) {
    if (deadline.isReached) break;
    const found = await untilDeadline(() => impact.of(change, of));
    if (found === null) break;
    followed.push(found);
  }
  const depth = Math.max(echo.depth, TEST_DEPTH);
  const seeds = followed.map(({ seed }) => seed);
  const walk = await walkUp(head, seeds, { depth, changedAt: changedRefs(followed) });
  for (const graph of [base, head]) graph.goOnUntil(deadline);
  const tests = await testsOf(
    { echo, target, call: { deadline } },
    // What the deadline has ended cannot be asked any more.
    { real, walk, head, history, importers: walking.isReached ? importersIn(head) : importers },
  );
  const isComplete =
    isRead &&
    walk.isComplete &&
    tests.isComplete &&
    followed.length === real.length &&
    followed.every(({ found }) => found.every(({ open }) => !open.isEnded));
  return { changes, followed, walk, tests: tests.found, base, head, isRead, isComplete };
}

interface TestSearch {
  /** Changed symbols with other changes than cosmetic ones: these are no reason to run tests. */
  readonly real: readonly SymbolChange[];
  readonly walk: Walk;
  readonly head: Graphs["head"];
  readonly history: IndexedHistory | null;
  readonly importers: Importers;
}

/** The tests to run; at the deadline, without those that imports and words lead to. */
async function testsOf(
  {
    echo,
    target,
    call: { deadline },
  }: Pick<ImpactRequest, "echo" | "target"> & { readonly call: { readonly deadline: Deadline } },
  { real, walk, head, history, importers }: TestSearch,
): Promise<{ readonly found: TestsToRun; readonly isComplete: boolean }> {
  const change: ChangeForTests = {
    view: head.view,
    resolution: head.resolution,
    root: target.codebase.root,
    changed: changedFiles(real),
    symbols: real.map(({ change, base: before, head: after }) => {
      const { symbol } = (after ?? before) as NonNullable<typeof after>;
      return { name: symbol.name, isFunction: change !== "removed" && isFunctionKind(symbol.kind) };
    }),
    reached: walk.reached.map(({ from, distance, sites }) => ({
      from,
      distance,
      of: walk.leadsTo(from),
      sites: (walk.outside.get(scopeKey(from)) ?? sites).map(({ line, call }) => ({
        line,
        scope: call?.site.scope ?? null,
      })),
    })),
    history,
    importers,
    limit: mostTests(echo),
    check: () => deadline.check(),
  };
  const found = await untilDeadline(() => testsToRun(change));
  if (found !== null) return { found, isComplete: true };
  return { found: await testsToRun({ ...change, isLate: true, check: () => undefined }), isComplete: false };
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
