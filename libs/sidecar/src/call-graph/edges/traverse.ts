/** Follows calls from some definitions, level by level, as far and as wide as asked for. */
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
   * Nodes, with those that were asked for; of these no more than half are followed where others need room.
   */
  readonly limit: number;
  /** Whether what is in a file may be reached. */
  readonly isAsked: (file: FileId) => boolean;
  /**
   * Whether what is in a file, as tests of the program, takes only the room that everything else leaves;
   * default: of none.
   */
  readonly isAside?: (file: FileId) => boolean;
  /** Called before each step, so that others get their turn. */
  readonly pause: Pause;
}

/** Rejects with what `pause` rejects with, unless that is the end. */
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
    // The program first, as deep as is asked for: its tests are many, and would leave no room for the way to
    // where it begins.
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
  // Of both, neither takes more than half of the room before the other has had its turn.
  if (direction === "both") await callers(roots.length + Math.ceil((limit - roots.length) / 2));
  if (direction !== "callers") await callees(limit);
  if (direction !== "callees") await callers(limit);
  return graph.result(direction === "callees" ? [] : placesOf(resolution, graph, isEnd));
}

/** Where those that were asked for are handed on; none where the time is up. */
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

/** Of more definitions than these, and beyond as many callers, none is preferred. */
const MAX_COMPARED = 200;

interface Comparison extends Required<Omit<TraversalOptions, "depth" | "limit">> {
  readonly room: number;
  /**
   * Callers and callees by definition: they get what was found by the time that was up, after which nothing
   * more can be.
   */
  readonly known: Map<number, Callers>;
  readonly called: Map<number, readonly CallEdge[]>;
}

/**
 * Where so many are asked for that they would leave no room: those with the most calls, of as many those of
 * the program, in the order in which they are asked for.
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
    // What is met while they are compared is none of the answer, unless it is all that there is.
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
    // All at once: they have one name, and the same places may call them.
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
