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
  /** The changed symbols that shortest paths lead to; ascending, at most `MAX_OF`. */
  readonly leadsTo: readonly number[];
  /** The step towards the changed symbol; null at distance 1. */
  readonly next: Affected | null;
  readonly sites: readonly DependentSite[];
}

/** What depends on a changed symbol directly. */
export interface Seed {
  /** Index of the changed symbol. */
  readonly of: number;
  readonly dependents: readonly Dependent[];
}

export interface WalkOptions {
  readonly depth: number;
  /** Whether a definition is one of the changed symbols itself: what leads to it is found from there. */
  readonly isChanged: (ref: ScopeRef) => boolean;
}

export interface Walk {
  /**
   * What depends on a changed symbol directly, once for each of them; then each other definition once. By
   * distance; within it, program before tests and examples, then by file, position and changed symbol.
   */
  readonly affected: readonly Affected[];
  /** Each definition once; in the same order. */
  readonly reached: readonly Affected[];
  /** Whether everything was followed down to the depth. */
  readonly isComplete: boolean;
}

/** Definitions that are followed: a helper that everything calls leads to everything. */
const MAX_FOLLOWED = 2_000;
/** Changed symbols that are remembered for one place. */
const MAX_OF = 20;

/** Follows calls from the direct dependents. */
export async function walkUp(
  graph: VersionGraph,
  seeds: readonly Seed[],
  { depth, isChanged }: WalkOptions,
): Promise<Walk> {
  const isAside = testOrExampleIn(graph.view);
  const inOrder = (level: Iterable<Affected>): Affected[] =>
    [...level].sort(
      (left, right) =>
        Number(isAside(left.from.file)) - Number(isAside(right.from.file)) ||
        left.from.file - right.from.file ||
        left.from.scope - right.from.scope ||
        left.of - right.of,
    );
  const known = new Map<number, Affected>();
  const direct = seeds.flatMap(({ of, dependents }) =>
    dependents.map((dependent) => directly(dependent, of)),
  );
  let level = inOrder(firstLevel(seeds).values());
  let isComplete = true;
  let followed = 0;
  for (const each of level) known.set(scopeKey(each.from), each);
  for (let distance = 2; distance <= depth && level.length > 0; distance++) {
    const next = new Map<number, Affected>();
    for (const step of level) {
      // Code outside of definitions runs when its file is loaded: nothing calls it.
      if (step.from.scope === 0 || step.relation === "imports" || isChanged(step.from)) continue;
      if (followed >= MAX_FOLLOWED || graph.deadline.isReached) {
        isComplete = false;
        break;
      }
      followed++;
      const { edges, isEnded } = await callersOfDefinition(graph, step.from);
      isComplete &&= !isEnded;
      for (const dependent of dependentsOfCalls(graph.resolution, edges))
        if (!known.has(scopeKey(dependent.from)))
          addTo(next, { dependent, of: step.of, next: step, distance });
    }
    level = inOrder(next.values());
    for (const each of level) known.set(scopeKey(each.from), each);
  }
  const farther = [...known.values()].filter(({ distance }) => distance > 1);
  return { affected: [...inOrder(direct), ...farther], reached: [...known.values()], isComplete };
}

function directly(dependent: Dependent, of: number): Affected {
  return { ...dependent, distance: 1, of, leadsTo: [of], next: null };
}

function firstLevel(seeds: readonly Seed[]): ReadonlyMap<number, Affected> {
  const level = new Map<number, Affected>();
  for (const { of, dependents } of seeds)
    for (const dependent of dependents) addTo(level, { dependent, of, next: null, distance: 1 });
  return level;
}

interface Step {
  readonly dependent: Dependent;
  readonly of: number;
  readonly next: Affected | null;
  readonly distance: number;
}

/** Adds a step; of several to one definition, the most certain one counts, then the first. */
function addTo(level: Map<number, Affected>, { dependent, of, next, distance }: Step): void {
  const key = scopeKey(dependent.from);
  const known = level.get(key);
  const confidence = leastCertain(dependent.confidence, next?.confidence ?? "resolved");
  const reached = next?.leadsTo ?? [of];
  const leadsTo = [...new Set([...(known?.leadsTo ?? []), ...reached])]
    .sort((left, right) => left - right)
    .slice(0, MAX_OF);
  const isBetter = known === undefined || RANK[confidence] < RANK[known.confidence];
  const chosen = isBetter
    ? { from: dependent.from, distance, relation: dependent.relation, confidence, of, next }
    : known;
  const isSame = known !== undefined && known.of === of && known.next === next;
  const sites = isSame ? [...known.sites, ...dependent.sites] : isBetter ? dependent.sites : known.sites;
  level.set(key, { ...chosen, leadsTo, sites });
}

function leastCertain(left: Confidence, right: Confidence): Confidence {
  return RANK[left] > RANK[right] ? left : right;
}
