/** Follows calls from some definitions, level by level, up to the requested depth and size. */
import { type AccessSite, type CallSite, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { groupBy } from "../../group-by.ts";
import { namedAfter } from "../expressions/variables.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { isSameScope, scopeKey, type ScopeRef } from "../values.ts";
import { type CallTarget, definitionAround, resolveSite } from "./call-sites.ts";
import { type Callers, callersOf, type CallersOptions, type Ending, type Pause } from "./callers.ts";
import { type EscapingReference, escapingReferences } from "./escaping-references.ts";
import { type CallEdge, Graph, type Traversal } from "./graph.ts";
import { registrationsIn } from "./registrations.ts";
import { callingEdges, edgesOf, withConstructor } from "./calling-edges.ts";

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

// One step of a traversal: the callers of a definition, and what it calls.

/** What a traversal step needs. */
interface Following extends Ending {
  readonly resolution: Resolution;
  readonly graph: Graph;
  readonly pause: Pause;
}

interface FollowingCallers extends Following, CallersOptions {
  /** Callers that were already computed, by definition. */
  readonly known: Map<number, Callers>;
}

/** Edges that lead to a definition; what may be missing is noted in the graph. */
async function callerEdges(
  { resolution, graph, known, ...options }: FollowingCallers,
  ref: ScopeRef,
): Promise<readonly CallEdge[]> {
  const { edges, found, isEnded } = await callingEdges(resolution, ref, options, known.get(scopeKey(ref)));
  known.set(scopeKey(ref), found);
  const { unresolved, skippedNames, remainingFiles, filesOutside } = found;
  if (isEnded) graph.end();
  graph.note(unresolved);
  for (const file of remainingFiles) graph.remainingFiles.add(file);
  graph.filesOutside.set(scopeKey(ref), filesOutside);
  if (skippedNames.length > 0) graph.skippedNames.set(scopeKey(ref), { ref, names: skippedNames });
  return edges;
}

/** Edges to the functions that a definition calls itself. */
async function calleeEdges(
  { resolution, graph, pause, isEnd = () => false }: Following,
  ref: ScopeRef,
): Promise<readonly CallEdge[]> {
  const edges: CallEdge[] = [];
  try {
    for (const site of sitesIn(resolution, ref)) {
      const due = pause();
      if (due) await due;
      for (const edge of edgesAt({ resolution, graph }, ref, site)) edges.push(edge);
    }
    for (const registration of registrationsIn(resolution, ref.file))
      if (isSameScope(registration.from, ref)) edges.push(...edgesOf(registration));
  } catch (error) {
    if (!isEnd(error)) throw error;
    graph.end();
  }
  return edges;
}

/**
 * Calls and accesses inside a definition, without those of definitions nested in it. By start, calls first.
 */
function sitesIn(resolution: Resolution, { file, scope }: ScopeRef): readonly (CallSite | AccessSite)[] {
  // Computed for all definitions of a file at once, since a graph may contain all of them.
  const bySite = resolution.once(["sites by definition", file], () => {
    const index = resolution.index(file);
    const around = new Map<number, number>();
    const definitionOf = (scope: number): number => {
      let definition = around.get(scope);
      if (definition === undefined)
        around.set(scope, (definition = definitionAround(resolution, { file, scope }).scope));
      return definition;
    };
    return groupBy<CallSite | AccessSite, number>(
      [...(index?.flow.sites ?? []), ...(index?.accesses ?? [])],
      (site) => definitionOf(site.scope),
    );
  });
  return bySite.get(scope) ?? [];
}

function edgesAt(
  { resolution, graph }: Pick<Following, "resolution" | "graph">,
  ref: ScopeRef,
  site: CallSite | AccessSite,
): readonly CallEdge[] {
  const { targets, reason, cut } = resolveSite(resolution, ref.file, site);
  // An unresolved access is noted only for a limit: most members are fields, and reading them calls nothing.
  const open = "access" in site ? cut : (reason ?? cut);
  if (open !== null) graph.note([{ file: ref.file, site, reason: open }]);
  const definitions = targets
    .map((target) => ({ ...target, ...definitionOf(resolution, target) }))
    .filter((target) => isDefinition(resolution, target));
  return definitions.map((target): CallEdge => ({
    from: ref,
    to: { file: target.file, scope: target.scope },
    confidence: target.confidence,
    via: target.via,
    file: ref.file,
    site,
  }));
}

/**
 * The definition that the graph shows: the class for a constructor without a name in the text, the variable
 * for a closure that is assigned to it.
 */
function definitionOf(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const own = resolution.index(file)?.flow.scopes[scope];
  return own && own.symbol === NONE && (own.flags & SCOPE_FLAGS.constructor) !== 0
    ? { file, scope: own.parent }
    : namedAfter(resolution, { file, scope });
}

/**
 * Closures are no definitions. A call of one does not call the definition around it, and the calls inside
 * count as calls of that definition already.
 */
function isDefinition(resolution: Resolution, { file, scope }: CallTarget): boolean {
  return resolution.index(file)?.flow.scopes[scope]?.symbol !== NONE;
}
