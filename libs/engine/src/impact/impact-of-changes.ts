/**
 * What changed symbols affect. Symbols that the change removed or renamed are looked up in the version before
 * it, and what leads to them is found again in the version after it; all others are looked up there.
 */
import type { Misfit, Via } from "@satori/contracts";
import {
  type FileId,
  type Resolution,
  type ScopeRef,
  type SymbolFact,
  argumentMisfit,
  scopeKey,
} from "@satori/sidecar";
import { type SymbolMatch, candidateOf } from "../files/symbol-lookup/find-symbol.ts";
import { CarriedOver } from "./carried-over.ts";
import { type SymbolChange, type SymbolInVersion, isModule } from "./changed-symbols.ts";
import { type Dependent, type DependentSite, type Dependents, dependentsOf } from "./dependents.ts";
import type { VersionGraph } from "./version-graph.ts";
import type { Seed } from "./walk.ts";

/** The codebase before and after a change. */
export interface ChangedCodebase {
  readonly base: VersionGraph;
  readonly head: VersionGraph;
  /** Path after the change of a file before it; null if it is gone. */
  readonly pathInHead: (path: string) => string | null;
  /** Files that import a file of the head. */
  readonly importersOf: (file: FileId) => Promise<readonly FileId[]>;
}

/** What is known about one changed symbol. */
export interface ChangedWithDependents {
  readonly change: SymbolChange;
  readonly seed: Seed;
  /** What was found in the head, and in the base if the symbol is gone there. */
  readonly found: readonly Dependents[];
  /** Its definitions in the head. */
  readonly refs: readonly ScopeRef[];
}

/** Looks up the dependents of changed symbols one after another. */
export class ImpactOfChanges {
  private readonly carriedOver: CarriedOver;

  constructor(private readonly codebase: ChangedCodebase) {
    this.carriedOver = new CarriedOver(codebase);
  }

  /** @param of index of the changed symbol */
  async of(change: SymbolChange, of: number): Promise<ChangedWithDependents> {
    const { base, head, signatureChanged, bodyChanged } = change;
    if (head && isModule(head.symbol)) return this.ofModule(change, of);
    const isOldNameGone =
      change.change === "removed" || change.change === "renamed" || change.change === "moved";
    const now = head ? await this.found(this.codebase.head, head, change) : null;
    const before =
      base && (isOldNameGone || signatureChanged) ? await this.found(this.codebase.base, base, change) : null;
    const present = now?.dependents ?? [];
    const carried = await this.carriedOver.of(before?.dependents ?? []);
    const old = withoutSites(carried, sitesOf(present));
    const judged = await this.judged(present, { change, refs: now?.refs ?? [] });
    const oldJudged = isOldNameGone
      ? old.map((dependent) => gone(dependent, base?.symbol.name ?? ""))
      : await this.judged(old, { change, refs: now?.refs ?? [] });
    const isShown = change.change !== "added" && (isOldNameGone ? signatureChanged || bodyChanged : true);
    return {
      change,
      seed: {
        of,
        groups: [
          { dependents: oldJudged, isShown: true },
          { dependents: judged, isShown },
        ],
      },
      found: [now, before].filter((each) => each !== null),
      refs: now?.refs ?? [],
    };
  }

  private found(
    graph: VersionGraph,
    { file, symbol }: SymbolInVersion,
    change: SymbolChange,
  ): Promise<Dependents> {
    const match: SymbolMatch = candidateOf(file.path, symbol);
    return dependentsOf(graph, match, {
      // Code that names a new symbol is new, too, unless the symbol hides another one: callers show that.
      withUses: change.change !== "added",
      withSubtypes: change.change === "removed" || change.signatureChanged || !isFunctionLike(symbol),
    });
  }

  /** Code outside of all definitions runs when its file is imported. */
  private async ofModule(change: SymbolChange, of: number): Promise<ChangedWithDependents> {
    const at = this.codebase.head.view.fileAt(change.head?.file.path ?? "");
    const files = at === -1 ? [] : await this.codebase.importersOf(at);
    const dependents = files.map((file): Dependent => ({
      from: { file, scope: 0 },
      relation: "imports",
      confidence: "resolved",
      sites: [],
    }));
    return {
      change,
      seed: { of, groups: [{ dependents, isShown: change.change !== "added" }] },
      found: [],
      refs: [],
    };
  }

  /** Calls that pass what the changed function does not take. */
  private judged(
    dependents: readonly Dependent[],
    { change, refs }: { readonly change: SymbolChange; readonly refs: readonly ScopeRef[] },
  ): Promise<readonly Dependent[]> {
    const signature = change.head?.symbol.signature ?? null;
    if (!change.signatureChanged || refs.length === 0) return Promise.resolve(dependents);
    return this.codebase.head.ask(async (resolution) =>
      dependents.map((dependent) => ({
        ...dependent,
        sites: dependent.sites.map((site): DependentSite => {
          const judging = { site, file: dependent.from.file, refs, signature };
          const misfit = dependent.confidence === "resolved" ? misfitOf(resolution, judging) : null;
          return misfit === null ? site : { ...site, misfit };
        }),
      })),
    );
  }
}

interface Judging {
  readonly site: DependentSite;
  readonly file: FileId;
  readonly refs: readonly ScopeRef[];
  readonly signature: string | null;
}

/** Null if the call fits one of the definitions. */
function misfitOf(resolution: Resolution, { site, file, refs, signature }: Judging): Misfit | null {
  const { call } = site;
  if (call === null) return null;
  const misfits = refs.map((ref) =>
    argumentMisfit(
      resolution,
      ref,
      { file, site: call.site, passesReceiver: call.via === "class" },
      signature,
    ),
  );
  return misfits.includes(null) ? null : (misfits[0] ?? null);
}

function isFunctionLike({ kind }: SymbolFact): boolean {
  return kind === "function" || kind === "method" || kind === "constructor" || kind === "macro";
}

/**
 * Marks the lines that name a symbol which is gone. A call through an interface, a base class or a variable
 * names only that. What derives from a type or overrides a method need not name it; a line that does is a
 * use.
 */
export function gone(dependent: Dependent, name: string): Dependent {
  if (dependent.relation === "derives" || dependent.relation === "overrides") return dependent;
  const isNamed = ({ call }: DependentSite): boolean =>
    call === null || (call.site.name === name && !UNNAMED_VIAS.has(call.via));
  return {
    ...dependent,
    sites: dependent.sites.map((site): DependentSite => (isNamed(site) ? { ...site, misfit: "gone" } : site)),
  };
}

/** Calls of these kinds reach a function by another name. */
const UNNAMED_VIAS: ReadonlySet<string> = new Set<Via>(["flow", "implementation"]);

function sitesOf(dependents: readonly Dependent[]): ReadonlySet<string> {
  return new Set(dependents.flatMap(({ from, sites }) => sites.map(({ line }) => `${from.file} ${line}`)));
}

/** Without lines that are in the set, and dependents that have no others. */
function withoutSites(dependents: readonly Dependent[], known: ReadonlySet<string>): readonly Dependent[] {
  return dependents
    .map((dependent) => ({
      ...dependent,
      sites: dependent.sites.filter(({ line }) => !known.has(`${dependent.from.file} ${line}`)),
    }))
    .filter(({ sites }) => sites.length > 0);
}

/** Indexes of the changed symbols that a definition is, by its key. */
export function changedRefs(
  changed: readonly ChangedWithDependents[],
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [of, { refs }] of changed.entries())
    for (const key of refs.map(scopeKey)) {
      const known = found.get(key);
      if (known) known.push(of);
      else found.set(key, [of]);
    }
  return found;
}
