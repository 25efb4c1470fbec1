/** The nodes and edges that a traversal of calls has reached, within its limits, in a total order. */
import type { CallSite } from "../../call-facts/facts.ts";
import { CONFIDENCES, type Confidence } from "./call-sites.ts";
import type { SkippedName } from "./aliases.ts";
import type { UnresolvedSite } from "./callers.ts";
import type { EscapingReference } from "./escaping-references.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { Via } from "@satori/contracts";
import { type ScopeRef, scopeKey } from "../values.ts";

/** A resolved call from one definition to another. */
export interface CallEdge {
  /** Caller: a function, a type, or a whole file (scope 0). The callee is one of the same kinds. */
  readonly from: ScopeRef;
  readonly to: ScopeRef;
  readonly confidence: Confidence;
  readonly via: Via;
  readonly file: FileId;
  readonly site: CallSite;
}

/** The result of a traversal. */
export interface Traversal {
  /** The requested definitions that are nodes. */
  readonly roots: readonly ScopeRef[];
  /** Requested and reached definitions, in the order in which they were reached. */
  readonly nodes: readonly ScopeRef[];
  /** Edges between nodes, one per call site: a pair of nodes may have several. */
  readonly edges: readonly CallEdge[];
  /** Call sites that may belong to the graph: of the requested names, or inside the requested functions. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Where requested functions are used as values, for those that may have callers that are not known. */
  readonly handedOn: readonly EscapingReference[];
  /** Requested definitions that the limit left out, in the order of the request. */
  readonly remainingRoots: readonly ScopeRef[];
  /** Reached definitions that the limit left out. */
  readonly left: readonly ScopeRef[];
  /**
   * Files with calls of a name that were not searched, because there was no room for what they may add;
   * ascending.
   */
  readonly remainingFiles: readonly FileId[];
  /** Number of files with calls of a name, and of definitions, that `isAsked` excludes. */
  readonly outside: number;
  /**
   * Definitions whose callers may be incomplete, with the names that were not searched everywhere; in the
   * order in which their callers were looked up.
   */
  readonly skippedNames: readonly SkippedNames[];
  /** Whether the time ran out before the traversal was complete. */
  readonly isEnded: boolean;
}

export interface SkippedNames {
  readonly ref: ScopeRef;
  readonly names: readonly SkippedName[];
}

/** Collects nodes and edges during a traversal. */
export class Graph {
  readonly skippedNames = new Map<number, SkippedNames>();
  readonly remainingFiles = new Set<FileId>();
  readonly filesOutside = new Map<number, number>();
  readonly unresolved = new Map<string, UnresolvedSite>();
  private readonly nodes = new Map<number, ScopeRef>();
  private readonly edges = new Map<string, CallEdge>();
  private readonly leftOut = new Map<number, ScopeRef>();
  private readonly outside = new Set<number>();
  private roots: readonly ScopeRef[] = [];
  private remainingRoots: readonly ScopeRef[] = [];
  /** Whether the time ran out. */
  isEnded = false;

  constructor(
    private readonly resolution: Resolution,
    private readonly isAsked: (file: FileId) => boolean,
  ) {}

  /** @param roots the requested definitions for which there is room */
  begin(roots: readonly ScopeRef[], asked: readonly ScopeRef[]): void {
    const chosen = new Set(roots);
    this.roots = roots;
    this.remainingRoots = asked.filter((ref) => !chosen.has(ref));
    for (const root of roots) this.nodes.set(scopeKey(root), root);
  }

  /**
   * Follows edges from the roots, level by level; within a level, most certain edges first, then by position.
   *
   * @param isTaken whether definitions in a file are followed in this pass; the others do not count as left
   * out
   * @param isKnown whether the edges of a node are already computed; such edges are followed even after the
   * time ran out
   */
  async follow(
    {
      depth,
      limit,
      isTaken,
      isKnown,
    }: {
      readonly depth: number;
      readonly limit: number;
      readonly isTaken: (file: FileId) => boolean;
      readonly isKnown: (ref: ScopeRef) => boolean;
    },
    edgesOf: (ref: ScopeRef) => Promise<readonly CallEdge[]>,
    far: (edge: CallEdge) => ScopeRef,
  ): Promise<void> {
    const seen = new Set(this.roots.map(scopeKey));
    let level: readonly ScopeRef[] = this.roots;
    for (let at = 0; at < depth && level.length > 0; at++) {
      const edges: CallEdge[] = [];
      for (const ref of level)
        if (!this.isEnded || isKnown(ref)) for (const edge of await edgesOf(ref)) edges.push(edge);
      const next = new Map<number, ScopeRef>();
      for (const { edge, far: reached } of inOrder(this.resolution, edges, far)) {
        if (!isTaken(reached.file)) continue;
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
        this.edges.set(`${edge.file}:${edge.site.expr}:${edge.site.line}>${scopeKey(edge.to)}`, edge);
        if (!seen.has(key)) next.set(key, reached);
        seen.add(key);
      }
      level = [...next.values()];
    }
  }

  /** Stops the traversal: what has been reached so far is the result. */
  end(): void {
    this.isEnded = true;
  }

  note(sites: readonly UnresolvedSite[]): void {
    for (const unresolved of sites)
      this.unresolved.set(`${unresolved.file}:${unresolved.site.expr}:${unresolved.site.line}`, unresolved);
  }

  /**
   * Requested definitions that may have unknown callers because they are used as values: a single requested
   * function, otherwise those without any caller.
   */
  mayBeHandedOn(): readonly ScopeRef[] {
    const called = new Set([...this.edges.values()].map(({ to }) => scopeKey(to)));
    // Types are used as values by every type check, which says nothing about calls.
    const isFunction = ({ file, scope }: ScopeRef): boolean =>
      this.resolution.index(file)?.flow.scopes[scope]?.kind === "function";
    return this.roots.filter(
      (root) => !called.has(scopeKey(root)) || (this.roots.length === 1 && isFunction(root)),
    );
  }

  result(handedOn: readonly EscapingReference[]): Traversal {
    const isLeft = (ref: ScopeRef): boolean => !this.nodes.has(scopeKey(ref));
    return {
      roots: this.roots,
      nodes: [...this.nodes.values()],
      edges: [...this.edges.values()],
      unresolved: [...this.unresolved.values()],
      handedOn,
      skippedNames: [...this.skippedNames.values()],
      remainingRoots: this.remainingRoots.filter(isLeft),
      left: [...this.leftOut.values()].filter(isLeft),
      remainingFiles: [...this.remainingFiles].sort((left, right) => left - right),
      isEnded: this.isEnded,
      outside: this.outside.size + [...this.filesOutside.values()].reduce((sum, files) => sum + files, 0),
    };
  }
}

interface ReachedBy {
  readonly edge: CallEdge;
  readonly far: ScopeRef;
  /** Line of the definition that is reached. */
  readonly line: number;
}

/** Edges sorted by confidence, most certain first, then by the position of the definition that is reached. */
function inOrder(
  resolution: Resolution,
  edges: readonly CallEdge[],
  far: (edge: CallEdge) => ScopeRef,
): readonly ReachedBy[] {
  // Computed once per edge, since sorting compares each of thousands of edges often.
  const lineOf = ({ file, scope }: ScopeRef): number =>
    resolution.index(file)?.flow.scopes[scope]?.startLine ?? 0;
  return edges
    .map((edge): ReachedBy => ({ edge, far: far(edge), line: lineOf(far(edge)) }))
    .sort(bySurenessThenPlace);
}

function bySurenessThenPlace(left: ReachedBy, right: ReachedBy): number {
  const [one, other] = [left.edge, right.edge];
  return (
    CONFIDENCES.indexOf(one.confidence) - CONFIDENCES.indexOf(other.confidence) ||
    left.far.file - right.far.file ||
    left.line - right.line ||
    left.far.scope - right.far.scope ||
    one.file - other.file ||
    one.site.start - other.site.start ||
    one.site.expr - other.site.expr
  );
}
