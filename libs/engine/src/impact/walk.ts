/** Follows calls upwards from what depends on the changed symbols, level by level. */
import type { ImpactRelation } from "@satori/contracts";
import { type Confidence, type ScopeRef, scopeKey } from "@satori/sidecar";
import { testOrExampleIn } from "../graph/test-or-example.ts";
import {
  type Dependent,
  type DependentSite,
  RANK,
  callersOfDefinition,
  dependentsOfCalls,
} from "./dependents.ts";
import { untilDeadline } from "../deadline.ts";
import { reachedSymbols } from "./reach.ts";
import type { VersionGraph } from "./version-graph.ts";

/** A definition, or the code of a file outside of any, that a change affects. */
export interface Affected {
  readonly from: ScopeRef;
  /** Steps to the nearest changed symbol, from 1. */
  readonly distance: number;
  readonly relation: ImpactRelation;
  /** Of the least certain step. */
  readonly confidence: Confidence;
  /** Index of the nearest changed symbol, the first one of several. */
  readonly of: number;
  /** The step towards the changed symbol; null at distance 1. */
  readonly next: Affected | null;
  readonly sites: readonly DependentSite[];
  /** As in `SeedGroup`. */
  readonly isShown: boolean;
}

/** What depends on a changed symbol directly. */
export interface Seed {
  /** Index of the changed symbol. */
  readonly of: number;
  readonly groups: readonly SeedGroup[];
}

export interface SeedGroup {
  readonly dependents: readonly Dependent[];
  /**
   * Whether the change affects them. False for what uses a symbol that was added or only renamed: it changed
   * with it, but its tests are to be run.
   */
  readonly isShown: boolean;
}

export interface WalkOptions {
  readonly depth: number;
  /** As in `Steps`. What leads to a changed symbol is found from there. */
  readonly changedAt: ReadonlyMap<number, readonly number[]>;
}

export interface Walk {
  /**
   * What depends on a changed symbol directly, once for each of them; then each other definition once. By
   * distance; within it, program before tests and examples, then by file, position and changed symbol.
   */
  readonly affected: readonly Affected[];
  /** Each definition once; in the same order. */
  readonly reached: readonly Affected[];
  /**
   * Lines outside of definitions that lead to a changed symbol, by the key of their file's scope; nearest
   * first. A file of tests may have no definition, and each of its tests lines of its own.
   */
  readonly outside: ReadonlyMap<number, readonly DependentSite[]>;
  /** All changed symbols that a definition leads to, ascending. */
  readonly leadsTo: (ref: ScopeRef) => readonly number[];
  /** Whether everything was followed down to the depth. */
  readonly isComplete: boolean;
}

/** Definitions that are followed: a helper that everything calls leads to everything. */
const MAX_FOLLOWED = 2_000;

/** Follows calls from the direct dependents. */
export async function walkUp(
  graph: VersionGraph,
  seeds: readonly Seed[],
  { depth, changedAt }: WalkOptions,
): Promise<Walk> {
  const inOrder = orderedIn(graph);
  const direct = seeds.flatMap(stepsOf);
  const known = new Map<number, Affected>();
  const outside = new Map<number, DependentSite[]>();
  for (const step of direct) {
    addTo(known, step);
    addOutside(outside, step);
  }
  const callers = new Map<number, readonly number[]>();
  let level = inOrder(known.values());
  const reached = [...level];
  let isComplete = true;
  for (let distance = 2; distance <= depth && level.length > 0; distance++) {
    const next = new Map<number, Affected>();
    for (const step of level) {
      // Code outside of definitions runs when its file is loaded: nothing calls it.
      if (step.from.scope === 0 || step.relation === "imports" || changedAt.has(scopeKey(step.from)))
        continue;
      if (callers.size >= MAX_FOLLOWED || graph.deadline.isReached) {
        isComplete = false;
        break;
      }
      const calling = await untilDeadline(() => callersOfDefinition(graph, step.from));
      isComplete &&= calling !== null && !calling.isEnded;
      if (calling === null) break;
      const { of, isShown } = step;
      const dependents = dependentsOfCalls(graph.resolution, calling.edges);
      for (const dependent of dependents) {
        addOutside(outside, dependent);
        if (!known.has(scopeKey(dependent.from)))
          addTo(next, { ...dependent, distance, of, next: step, isShown });
      }
      callers.set(
        scopeKey(step.from),
        dependents.map(({ from }) => scopeKey(from)),
      );
    }
    level = inOrder(next.values());
    for (const step of level) known.set(scopeKey(step.from), step);
    reached.push(...level);
  }
  const farther = reached.filter(({ distance }) => distance > 1);
  const found = reachedSymbols({ direct: seeds.map(keysOf), callers, changedAt }, endOf(graph));
  const leadsTo = (ref: ScopeRef): readonly number[] => found.get(scopeKey(ref)) ?? [];
  return { affected: [...inOrder(direct), ...farther], reached, outside, leadsTo, isComplete };
}

/** Whether the deadline has passed: once it has, it stays so. Throws if the caller has cancelled. */
function endOf({ deadline }: VersionGraph): () => boolean {
  let isEnded = false;
  return () => {
    if (!isEnded && deadline.isReached) isEnded = true;
    if (!isEnded) deadline.check();
    return isEnded;
  };
}

function orderedIn({ view }: VersionGraph): (level: Iterable<Affected>) => Affected[] {
  const isAside = testOrExampleIn(view);
  return (level) =>
    [...level].sort(
      (left, right) =>
        Number(isAside(left.from.file)) - Number(isAside(right.from.file)) ||
        left.from.file - right.from.file ||
        left.from.scope - right.from.scope ||
        left.of - right.of,
    );
}

function stepsOf({ of, groups }: Seed): readonly Affected[] {
  return groups.flatMap(({ dependents, isShown }) =>
    dependents.map((dependent): Affected => ({
      ...dependent,
      distance: 1,
      of,
      next: null,
      isShown,
    })),
  );
}

function addOutside(outside: Map<number, DependentSite[]>, { from, relation, sites }: Dependent): void {
  if (from.scope !== 0 || relation === "imports") return;
  const listed = outside.get(scopeKey(from));
  if (listed) for (const site of sites) listed.push(site);
  else outside.set(scopeKey(from), [...sites]);
}

function keysOf({ groups }: Seed): readonly number[] {
  return groups.flatMap(({ dependents }) => dependents.map(({ from }) => scopeKey(from)));
}

/** Adds a step; of several from one definition, the most certain one counts, then the first. */
function addTo(level: Map<number, Affected>, step: Affected): void {
  const key = scopeKey(step.from);
  const known = level.get(key);
  const confidence = leastCertain(step.confidence, step.next?.confidence ?? "resolved");
  if (known === undefined) {
    level.set(key, { ...step, confidence });
    return;
  }
  // What only imports a changed symbol is not followed.
  const isBetter =
    RANK[confidence] < RANK[known.confidence] ||
    (confidence === known.confidence && known.relation === "imports" && step.relation !== "imports");
  const chosen = isBetter ? { ...step, confidence } : known;
  const isSame = known.of === step.of && known.next === step.next;
  level.set(key, {
    ...chosen,
    sites: isSame ? [...known.sites, ...step.sites] : chosen.sites,
    isShown: known.isShown || step.isShown,
  });
}

function leastCertain(left: Confidence, right: Confidence): Confidence {
  return RANK[left] > RANK[right] ? left : right;
}
