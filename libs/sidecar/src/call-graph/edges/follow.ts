/** One step of a traversal: the callers of a definition, and what it calls. */
import { type AccessSite, type CallSite, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { groupBy } from "../../group-by.ts";
import { type CallTarget, definitionAround, resolveSite } from "./call-sites.ts";
import { type Callers, type CallersOptions, type Ending, type Pause, callersOf } from "./callers.ts";
import type { CallEdge, Graph } from "./graph.ts";
import { namedAfter } from "../expressions/variables.ts";
import { otherParts } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, scopeKey } from "../values.ts";

/** What a traversal step needs. */
export interface Following extends Ending {
  readonly resolution: Resolution;
  readonly graph: Graph;
  readonly pause: Pause;
}

export interface FollowingCallers extends Following, CallersOptions {
  /** Callers that were already computed, by definition. */
  readonly known: Map<number, Callers>;
}

/** Edges from the callers of a definition. */
export async function callerEdges(
  { resolution, graph, known, ...options }: FollowingCallers,
  ref: ScopeRef,
): Promise<readonly CallEdge[]> {
  const found =
    known.get(scopeKey(ref)) ?? (await callersOf(resolution, withConstructor(resolution, ref), options));
  known.set(scopeKey(ref), found);
  const { callers, unresolved, skippedNames, remainingFiles, filesOutside, isEnded } = found;
  if (isEnded) graph.end();
  graph.note(unresolved);
  for (const file of remainingFiles) graph.remainingFiles.add(file);
  graph.filesOutside.set(scopeKey(ref), filesOutside);
  if (skippedNames.length > 0) graph.skippedNames.set(scopeKey(ref), { ref, names: skippedNames });
  return callers.map(({ file, site, target }) => ({
    from: definitionAround(resolution, { file, scope: site.scope }),
    to: ref,
    confidence: target.confidence,
    via: target.via,
    file,
    site,
  }));
}

/** Edges to the functions that a definition calls itself. */
export async function calleeEdges(
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

/** For a class: all its parts and its constructors as well. Anything else by itself. */
export function withConstructor(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(ref.file);
  if (index?.flow.scopes[ref.scope]?.kind !== "class") return [ref];
  return [ref, ...otherParts(resolution, ref)].flatMap((part) => [part, ...constructorsIn(resolution, part)]);
}

function constructorsIn(resolution: Resolution, { file, scope }: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(file);
  return (index?.scopes.childrenOf(scope) ?? [])
    .filter((at) => ((index?.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.constructor) !== 0)
    .map((at) => ({ file, scope: at }));
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
