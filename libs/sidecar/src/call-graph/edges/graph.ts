/** What a traversal of calls has reached, within its limits, in a total order. */
import type { CallSite } from "../../call-facts/facts.ts";
import { CONFIDENCES, type Confidence } from "./call-sites.ts";
import type { SkippedName } from "./aliases.ts";
import type { UnresolvedSite } from "./callers.ts";
import type { EscapingReference } from "./escaping-references.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { Via } from "./via.ts";
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
  /**
   * Sites that may belong to the graph: of the names that were asked for, or inside the functions that were.
   */
  readonly unresolved: readonly UnresolvedSite[];
  /** Where those of the asked are handed on as values of which callers were looked for and none found. */
  readonly handedOn: readonly EscapingReference[];
  /** Those that were asked for and that the limit left out, in the order in which they were asked for. */
  readonly remainingRoots: readonly ScopeRef[];
  /** Nodes that were reached and that the limit left out. */
  readonly left: readonly ScopeRef[];
  /**
   * Files with calls of a name that were not looked at any more, since there was no room for what they may
   * add; ascending.
   */
  readonly remainingFiles: readonly FileId[];
  /** Files with calls of a name, and definitions, that lie outside of what was asked about. */
  readonly outside: number;
  /**
   * Definitions of whose callers some were not looked for, by which names. In the order in which they were
   * asked about.
   */
  readonly skippedNames: readonly SkippedNames[];
  /** Whether the time was up before all of it was followed. */
  readonly isEnded: boolean;
}

export interface SkippedNames {
  readonly ref: ScopeRef;
  readonly names: readonly SkippedName[];
}

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
  /** Whether the time was up. */
  isEnded = false;

  constructor(
    private readonly resolution: Resolution,
    private readonly isAsked: (file: FileId) => boolean,
  ) {}

  /** @param roots those of the asked for which there is room */
  begin(roots: readonly ScopeRef[], asked: readonly ScopeRef[]): void {
    const chosen = new Set(roots);
    this.roots = roots;
    this.remainingRoots = asked.filter((ref) => !chosen.has(ref));
    for (const root of roots) this.nodes.set(scopeKey(root), root);
  }

  /**
   * Level by level from the roots; of each level the surest first, then by place.
   *
   * @param isTaken whether what is in a file is followed this time; nothing else counts as left out
   * @param isKnown whether the edges of a node take no time any more: they are followed when the time is up,
   * too
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

  /** Nothing more is followed: what was reached is the result. */
  end(): void {
    this.isEnded = true;
  }

  note(sites: readonly UnresolvedSite[]): void {
    for (const unresolved of sites)
      this.unresolved.set(`${unresolved.file}:${unresolved.site.expr}:${unresolved.site.line}`, unresolved);
  }

  /**
   * Those of the asked that may have callers which are not known because they are handed on: a function
   * alone, else those without any caller.
   */
  mayBeHandedOn(): readonly ScopeRef[] {
    const called = new Set([...this.edges.values()].map(({ to }) => scopeKey(to)));
    // Types are handed on wherever one asks of what type something is.
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
  /** Of the definition that is reached. */
  readonly line: number;
}

/** The surest first, then by the place of what is reached. */
function inOrder(
  resolution: Resolution,
  edges: readonly CallEdge[],
  far: (edge: CallEdge) => ScopeRef,
): readonly ReachedBy[] {
  // Of thousands of edges each is compared often.
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
