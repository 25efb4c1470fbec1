/** Follows calls from some definitions, level by level, up to the requested depth and size. */
import { type Callers, type Ending, type Pause, callersOf } from "./callers.ts";
import { calleeEdges, callerEdges, withConstructor } from "./follow.ts";
import { groupBy } from "../../group-by.ts";
import { type CallEdge, Graph, type Traversal } from "./graph.ts";
import { type EscapingReference, escapingReferences } from "./escaping-references.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, scopeKey } from "../values.ts";

export interface TraversalOptions extends Ending {
  readonly direction: "callers" | "callees" | "both";
  readonly depth: number;
  /**
   * Most nodes, including the requested ones. If there is more to reach, the requested ones take no more than
   * half of it.
   */
  readonly limit: number;
  /** Whether definitions in a file may be reached. */
  readonly isAsked: (file: FileId) => boolean;
  /**
   * Whether definitions in a file, such as tests, only take the room that all others leave; default: no file.
   */
  readonly isAside?: (file: FileId) => boolean;
  /** Called before each step, so that other tasks can run. */
  readonly pause: Pause;
}

/** Rejects with the error that `pause` throws, unless `isEnd` accepts it. */
export async function traverse(
  resolution: Resolution,
  asked: readonly ScopeRef[],
  { direction, depth, limit, isAsked, isAside = () => false, pause, isEnd = () => false }: TraversalOptions,
): Promise<Traversal> {
  const graph = new Graph(resolution, isAsked);
  const known = new Map<number, Callers>();
  const called = new Map<number, readonly CallEdge[]>();
  const { roots, isEnded } =
    asked.length <= Math.ceil(limit / 2)
      ? { roots: asked, isEnded: false }
      : await mostCalled(resolution, asked, {
          direction,
          room: Math.ceil(limit / 2),
          isAsked,
          isAside,
          pause,
          isEnd,
          known,
          called,
        });
  graph.begin(roots, asked);
  if (isEnded) graph.end();
  const follow = async (
    known: ReadonlyMap<number, unknown>,
    upTo: number,
    edgesOf: (ref: ScopeRef) => Promise<readonly CallEdge[]>,
    far: (edge: CallEdge) => ScopeRef,
  ): Promise<void> => {
    const isKnown = (ref: ScopeRef): boolean => known.has(scopeKey(ref));
    // Program code first, down to the requested depth: its many tests would leave no room for the path to the
    // entry points.
    await graph.follow({ depth, limit: upTo, isTaken: (file) => !isAside(file), isKnown }, edgesOf, far);
    await graph.follow({ depth, limit: upTo, isTaken: () => true, isKnown }, edgesOf, far);
  };
  const calleesOf = async (ref: ScopeRef): Promise<readonly CallEdge[]> => {
    const edges = called.get(scopeKey(ref)) ?? (await calleeEdges({ resolution, graph, pause, isEnd }, ref));
    called.set(scopeKey(ref), edges);
    return edges;
  };
  const callers = (upTo: number): Promise<void> =>
    follow(
      known,
      upTo,
      (ref) => callerEdges({ resolution, graph, known, enough: limit, isAsked, isAside, pause, isEnd }, ref),
      ({ from }) => from,
    );
  const callees = (upTo: number): Promise<void> => follow(called, upTo, calleesOf, ({ to }) => to);
  // With both directions, neither takes more than half of the room before the other has had its turn.
  if (direction === "both") await callers(roots.length + Math.ceil((limit - roots.length) / 2));
  if (direction !== "callers") await callees(limit);
  if (direction !== "callees") await callers(limit);
  return graph.result(direction === "callees" ? [] : placesOf(resolution, graph, isEnd));
}

/** Escaping references of the roots; empty if the time has run out. */
function placesOf(
  resolution: Resolution,
  graph: Graph,
  isEnd: (error: unknown) => boolean,
): readonly EscapingReference[] {
  try {
    return graph.mayBeHandedOn().flatMap((root) => escapingReferences(resolution, root));
  } catch (error) {
    if (!isEnd(error)) throw error;
    graph.end();
    return [];
  }
}

/** Definitions beyond these are not compared, nor callers beyond this number. */
const MAX_COMPARED = 200;

interface Comparison extends Required<Omit<TraversalOptions, "depth" | "limit">> {
  readonly room: number;
  /**
   * Callers and callees found so far, by definition. If the time runs out during the comparison, the result
   * uses these, since nothing more can be computed.
   */
  readonly known: Map<number, Callers>;
  readonly called: Map<number, readonly CallEdge[]>;
}

/**
 * Selects roots if the request has more definitions than there is room for: those with the most calls; among
 * equals, program code before tests, then the order of the request.
 */
async function mostCalled(
  resolution: Resolution,
  asked: readonly ScopeRef[],
  { direction, room, isAsked, isAside, pause, isEnd, known, called }: Comparison,
): Promise<{ readonly roots: readonly ScopeRef[]; readonly isEnded: boolean }> {
  const compared = asked.slice(0, MAX_COMPARED);
  const calls = new Map(compared.map((ref) => [ref, 0]));
  let isEnded = false;
  if (direction === "callees") {
    // What the comparison finds is not part of the answer, unless the time runs out.
    const graph = new Graph(resolution, isAsked);
    const found = new Map<number, readonly CallEdge[]>();
    for (const ref of compared) {
      if (graph.isEnded) break;
      const edges = await calleeEdges({ resolution, graph, pause, isEnd }, ref);
      calls.set(ref, edges.length);
      found.set(scopeKey(ref), edges);
    }
    ({ isEnded } = graph);
    if (isEnded) for (const [key, edges] of found) called.set(key, edges);
  } else {
    // All in one search: they have the same name, so that the same sites may call them.
    const refs = new Map(
      compared.flatMap((ref) => withConstructor(resolution, ref).map((part) => [scopeKey(part), ref])),
    );
    const found = await callersOf(
      resolution,
      compared.flatMap((ref) => withConstructor(resolution, ref)),
      { enough: MAX_COMPARED, isAsked, isAside, pause, isEnd },
    );
    ({ isEnded } = found);
    const byRef = groupBy(found.callers, ({ target }) => refs.get(scopeKey(target)));
    for (const ref of compared) {
      const callers = byRef.get(ref) ?? [];
      calls.set(ref, callers.length);
      if (isEnded) known.set(scopeKey(ref), { ...found, callers });
    }
  }
  const chosen = new Set(
    [...calls]
      .sort(
        (left, right) => right[1] - left[1] || Number(isAside(left[0].file)) - Number(isAside(right[0].file)),
      )
      .slice(0, room)
      .map(([ref]) => ref),
  );
  return { roots: asked.filter((ref) => chosen.has(ref)), isEnded };
}
