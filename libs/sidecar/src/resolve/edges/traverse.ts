/** Follows calls from some definitions, level by level, as far and as wide as asked for. */
import { type CallSite, NONE, SCOPE_FLAGS } from "../../flow/facts.ts";
import { CONFIDENCES, type CallTarget, type Confidence, type Via, definitionAround, resolveSite } from "./call-sites.ts";
import { type Callers, type CallersOptions, type UnresolvedSite, callersOf } from "./callers.ts";
import { type HandedOn, placesHandedOn } from "./handed-on.ts";
import type { FileId } from "../project.ts";
import { otherParts } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, scopeKey } from "../values.ts";

export interface CallEdge {
  /** Definitions: a function, type, or a whole file (scope 0). */
  readonly from: ScopeRef;
  readonly to: ScopeRef;
  readonly confidence: Confidence;
  readonly via: Via;
  readonly file: FileId;
  readonly site: CallSite;
}

export interface Traversal {
  /** Those of the nodes that were asked for. */
  readonly roots: readonly ScopeRef[];
  /** Those that were asked for, and those that were reached; in the order in which they were reached. */
  readonly nodes: readonly ScopeRef[];
  /** Between nodes. One for each call site; of several of one pair all. */
  readonly edges: readonly CallEdge[];
  /** Sites that may belong to the graph: of the names that were asked for, or inside the functions that were. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Where those of the asked are handed on as values of which callers were looked for and none found. */
  readonly handedOn: readonly HandedOn[];
  /** Those that were asked for and that the limit left out, in the order in which they were asked for. */
  readonly rootsLeft: readonly ScopeRef[];
  /** Nodes that were reached and that the limit left out. */
  readonly left: readonly ScopeRef[];
  /** Files with calls of a name that were not looked at any more, since there was no room for what they may add; ascending. */
  readonly filesLeft: readonly FileId[];
  /** Files with calls of a name, and definitions, that lie outside of what was asked about. */
  readonly outside: number;
  readonly isCut: boolean;
}

export interface TraversalOptions {
  readonly direction: "callers" | "callees" | "both";
  readonly depth: number;
  /** Nodes, with those that were asked for; of these no more than half are followed where others need room. */
  readonly limit: number;
  /** Whether what is in a file may be reached. */
  readonly isAsked: (file: FileId) => boolean;
  /** Awaited ever so often, so that others get their turn. */
  readonly pause: () => Promise<void>;
}

/** Rejects with what `pause` rejects with. */
export async function traverse(resolution: Resolution, asked: readonly ScopeRef[], { direction, depth, limit, isAsked, pause }: TraversalOptions): Promise<Traversal> {
  const graph = new Graph(resolution, isAsked);
  const known = new Map<string, Callers>();
  const roots = asked.length <= Math.ceil(limit / 2) ? asked : await mostCalled(resolution, asked, { direction, room: Math.ceil(limit / 2), isAsked, pause });
  graph.begin(roots, asked);
  const callers = (upTo: number): Promise<void> => graph.follow({ depth, limit: upTo }, (ref) => callerEdges({ resolution, graph, known, enough: limit, isAsked, pause }, ref), ({ from }) => from);
  const callees = (upTo: number): Promise<void> => graph.follow({ depth, limit: upTo }, (ref) => calleeEdges({ resolution, graph, pause }, ref), ({ to }) => to);
  // Of both, neither takes more than half of the room before the other has had its turn.
  if (direction === "both") await callers(roots.length + Math.ceil((limit - roots.length) / 2));
  if (direction !== "callers") await callees(limit);
  if (direction !== "callees") await callers(limit);
  return graph.result(direction === "callees" ? [] : graph.uncalled().flatMap((root) => placesHandedOn(resolution, root)));
}

/** Of more definitions than these, and beyond as many callers, none is preferred. */
const MAX_COMPARED = 200;

/** Where so many are asked for that they would leave no room: those with the most calls, in the order in which they are asked for. */
async function mostCalled(resolution: Resolution, asked: readonly ScopeRef[], { direction, room, isAsked, pause }: Omit<TraversalOptions, "depth" | "limit"> & { readonly room: number }): Promise<readonly ScopeRef[]> {
  const compared = asked.slice(0, MAX_COMPARED);
  const calls = new Map(compared.map((ref) => [ref, 0]));
  if (direction === "callees") {
    // What is met while they are compared is none of the answer.
    for (const ref of compared) calls.set(ref, (await calleeEdges({ resolution, graph: new Graph(resolution, isAsked), pause }, ref)).length);
  } else {
    // All at once: they have one name, and the same places may call them.
    const refs = new Map(compared.flatMap((ref) => withConstructor(resolution, ref).map((part) => [scopeKey(part), ref])));
    const { callers } = await callersOf(resolution, compared.flatMap((ref) => withConstructor(resolution, ref)), { enough: MAX_COMPARED, isAsked, pause });
    for (const { target } of callers) {
      const ref = refs.get(scopeKey(target));
      if (ref) calls.set(ref, (calls.get(ref) ?? 0) + 1);
    }
  }
  const chosen = new Set([...calls].sort((left, right) => right[1] - left[1]).slice(0, room).map(([ref]) => ref));
  return asked.filter((ref) => chosen.has(ref));
}

class Graph {
  isCut = false;
  readonly filesLeft = new Set<FileId>();
  readonly filesOutside = new Map<string, number>();
  readonly unresolved = new Map<string, UnresolvedSite>();
  private readonly nodes = new Map<string, ScopeRef>();
  private readonly edges = new Map<string, CallEdge>();
  private readonly leftOut = new Map<string, ScopeRef>();
  private readonly outside = new Set<string>();
  private roots: readonly ScopeRef[] = [];
  private rootsLeft: readonly ScopeRef[] = [];

  constructor(private readonly resolution: Resolution, private readonly isAsked: (file: FileId) => boolean) {}

  /** @param roots those of the asked for which there is room */
  begin(roots: readonly ScopeRef[], asked: readonly ScopeRef[]): void {
    const chosen = new Set(roots);
    this.roots = roots;
    this.rootsLeft = asked.filter((ref) => !chosen.has(ref));
    for (const root of roots) this.nodes.set(scopeKey(root), root);
  }

  /** Level by level from the roots; of each level the surest first, then by place. */
  async follow({ depth, limit }: { readonly depth: number; readonly limit: number }, edgesOf: (ref: ScopeRef) => Promise<readonly CallEdge[]>, far: (edge: CallEdge) => ScopeRef): Promise<void> {
    const seen = new Set(this.roots.map(scopeKey));
    let level: readonly ScopeRef[] = this.roots;
    for (let at = 0; at < depth && level.length > 0; at++) {
      const edges: CallEdge[] = [];
      for (const ref of level) edges.push(...(await edgesOf(ref)));
      const next = new Map<string, ScopeRef>();
      for (const edge of edges.sort((left, right) => bySurenessThenPlace(this.resolution, left, right, far))) {
        const reached = far(edge);
        const key = scopeKey(reached);
        if (!this.nodes.has(key)) {
          if (!this.isAsked(reached.file)) {
            this.outside.add(key);
            continue;
          }
          if (this.nodes.size >= limit) {
            this.leftOut.set(key, reached);
            continue;
          }
          this.nodes.set(key, reached);
        }
        this.edges.set(`${edge.file}:${edge.site.expr}>${scopeKey(edge.to)}`, edge);
        if (!seen.has(key)) next.set(key, reached);
        seen.add(key);
      }
      level = [...next.values()];
    }
  }

  note(sites: readonly UnresolvedSite[]): void {
    for (const unresolved of sites) this.unresolved.set(`${unresolved.file}:${unresolved.site.expr}`, unresolved);
  }

  /** Those of the asked of which no caller is known. */
  uncalled(): readonly ScopeRef[] {
    const called = new Set([...this.edges.values()].map(({ to }) => scopeKey(to)));
    return this.roots.filter((root) => !called.has(scopeKey(root)));
  }

  result(handedOn: readonly HandedOn[]): Traversal {
    const isLeft = (ref: ScopeRef): boolean => !this.nodes.has(scopeKey(ref));
    return {
      roots: this.roots, nodes: [...this.nodes.values()], edges: [...this.edges.values()], unresolved: [...this.unresolved.values()], handedOn, isCut: this.isCut,
      rootsLeft: this.rootsLeft.filter(isLeft), left: [...this.leftOut.values()].filter(isLeft), filesLeft: [...this.filesLeft].sort((left, right) => left - right),
      outside: this.outside.size + [...this.filesOutside.values()].reduce((sum, files) => sum + files, 0),
    };
  }
}

/** What following calls takes. */
interface Following {
  readonly resolution: Resolution;
  readonly graph: Graph;
  readonly pause: () => Promise<void>;
}

interface FollowingCallers extends Following, CallersOptions {
  /** By definition, of those who were asked for before. */
  readonly known: Map<string, Callers>;
}

async function callerEdges({ resolution, graph, known, ...options }: FollowingCallers, ref: ScopeRef): Promise<readonly CallEdge[]> {
  const found = known.get(scopeKey(ref)) ?? (await callersOf(resolution, withConstructor(resolution, ref), options));
  known.set(scopeKey(ref), found);
  const { callers, unresolved, isCut, filesLeft, filesOutside } = found;
  graph.note(unresolved);
  for (const file of filesLeft) graph.filesLeft.add(file);
  graph.filesOutside.set(scopeKey(ref), filesOutside);
  graph.isCut ||= isCut;
  return callers.map(({ file, site, target }) => ({ from: definitionAround(resolution, { file, scope: site.scope }), to: ref, confidence: target.confidence, via: target.via, file, site }));
}

async function calleeEdges({ resolution, graph, pause }: Following, ref: ScopeRef): Promise<readonly CallEdge[]> {
  const index = resolution.index(ref.file);
  const own = (index?.flow.sites ?? []).filter((site) => {
    const around = definitionAround(resolution, { file: ref.file, scope: site.scope });
    return around.scope === ref.scope;
  });
  const edges: CallEdge[] = [];
  for (const site of own) {
    await pause();
    const { targets, reason } = resolveSite(resolution, ref.file, site);
    if (reason !== null) graph.note([{ file: ref.file, site, reason }]);
    const definitions = targets.map((target) => ({ ...target, ...definitionOf(resolution, target) })).filter((target) => isDefinition(resolution, target));
    edges.push(...definitions.map((target): CallEdge => ({ from: ref, to: { file: target.file, scope: target.scope }, confidence: target.confidence, via: target.via, file: ref.file, site })));
  }
  return edges;
}

/** Whoever asks for a class asks for all its parts and for what makes its objects, too. */
function withConstructor(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(ref.file);
  if (index?.flow.scopes[ref.scope]?.kind !== "class") return [ref];
  return [ref, ...otherParts(resolution, ref)].flatMap((part) => [part, ...constructorsIn(resolution, part)]);
}

function constructorsIn(resolution: Resolution, { file, scope }: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(file);
  return (index?.childrenOf(scope) ?? []).filter((at) => ((index?.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.constructor) !== 0).map((at) => ({ file, scope: at }));
}

/** A constructor that has no name in the text is the class. */
function definitionOf(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const own = resolution.index(file)?.flow.scopes[scope];
  return own && own.symbol === NONE && (own.flags & SCOPE_FLAGS.constructor) !== 0 ? { file, scope: own.parent } : { file, scope };
}

/**
 * A closure is none: whoever calls it does not call the definition that it stands in, and what it calls itself counts as
 * called by that one already.
 */
function isDefinition(resolution: Resolution, { file, scope }: CallTarget): boolean {
  return resolution.index(file)?.flow.scopes[scope]?.symbol !== NONE;
}

function bySurenessThenPlace(resolution: Resolution, left: CallEdge, right: CallEdge, far: (edge: CallEdge) => ScopeRef): number {
  const line = (edge: CallEdge): number => resolution.index(far(edge).file)?.flow.scopes[far(edge).scope]?.startLine ?? 0;
  return (
    CONFIDENCES.indexOf(left.confidence) - CONFIDENCES.indexOf(right.confidence) || far(left).file - far(right).file || line(left) - line(right) || far(left).scope - far(right).scope ||
    left.file - right.file || left.site.start - right.site.start || left.site.expr - right.site.expr
  );
}
