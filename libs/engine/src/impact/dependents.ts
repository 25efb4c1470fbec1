/** What depends on a symbol directly: its callers, users, overriders, subtypes and importers. */
import { type ImpactRelation, type Misfit, isFunctionKind } from "@satori/contracts";
import {
  type CallEdge,
  type Calling,
  type CallSite,
  type Confidence,
  type FileId,
  type Resolution,
  type ScopeRef,
  callingEdges,
  definitionAround,
  definitionsOf,
  implementationsOf,
  NONE,
  scopeKey,
  subtypesOf,
} from "@satori/sidecar";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import { isType, scopesOf } from "../files/symbol-lookup/scopes-of-symbol.ts";
import { type Use, type Uses, NO_USES, findUses, mayBeUsed } from "../graph/uses/find-uses.ts";
import { testOrExampleIn } from "../graph/test-or-example.ts";
import type { VersionGraph } from "./version-graph.ts";

/** A line that leads to a definition. */
export interface DependentSite {
  readonly line: number;
  /** The call, with the definition that it leads to; null for other uses. */
  readonly call: { readonly site: CallSite; readonly to: ScopeRef; readonly via: string } | null;
  /** Why it no longer fits; absent if it does, or if that is not known. */
  readonly misfit?: Misfit;
}

/** A definition, or the code of a file outside of any, that depends on a symbol. */
export interface Dependent {
  readonly from: ScopeRef;
  readonly relation: ImpactRelation;
  readonly confidence: Confidence;
  /** Ascending; each line once. */
  readonly sites: readonly DependentSite[];
}

/** What is not known about the dependents of a symbol. */
export interface OpenDependents {
  readonly unresolved: Calling["found"]["unresolved"];
  readonly unresolvedUses: Uses["open"];
  /** Uses of a function as a value: calls of it may be unknown. */
  readonly handedOn: readonly { readonly file: FileId; readonly line: number }[];
  /** Files with its name that a limit left out. */
  readonly notSearched: readonly FileId[];
  /** Names that too many files have to search all of them. */
  readonly skippedNames: readonly { readonly name: string; readonly files: number }[];
  readonly isCut: boolean;
  readonly isEnded: boolean;
}

export interface Dependents {
  /** By file, then start line of the definition, then scope; each definition once for each relation. */
  readonly dependents: readonly Dependent[];
  readonly open: OpenDependents;
  /** The definitions of the symbol. */
  readonly refs: readonly ScopeRef[];
}

export interface DependentsOptions {
  /** Whether places that only name the symbol count, as the lines that import it. */
  readonly withUses: boolean;
  /** Whether what overrides or derives from it counts. */
  readonly withSubtypes: boolean;
}

/** Everything that depends on a symbol directly. */
export function dependentsOf(
  graph: VersionGraph,
  symbol: SymbolMatch,
  options: DependentsOptions,
): Promise<Dependents> {
  return graph.ask(async (resolution) => {
    const refs = await definitionsIn(graph, resolution, symbol);
    const calling: Calling[] = [];
    for (const ref of refs) calling.push(await callsOf(graph, resolution, ref));
    const isFunction = isFunctionKind(symbol.kind);
    const uses = options.withUses && mayBeUsed(symbol) ? await usesOf(graph, resolution, symbol) : NO_USES;
    const edges = calling.flatMap((each) => each.edges);
    const below = options.withSubtypes ? subtypesIn(resolution, refs, graph) : [];
    const called = new Set(edges.map(({ file, site }) => lineKey(file, site.line)));
    const plain = uses.uses.filter(({ file, line }) => !called.has(lineKey(file, line)));
    return {
      dependents: merged(resolution, [...edges.map(dependentOfCall), ...plain.map(dependentOfUse), ...below]),
      open: {
        unresolved: calling.flatMap(({ found }) => found.unresolved),
        unresolvedUses: uses.open,
        handedOn: isFunction
          ? plain.filter(({ isImport }) => !isImport).map(({ file, line }) => ({ file, line }))
          : [],
        notSearched: [
          ...new Set([...calling.flatMap(({ found }) => found.remainingFiles), ...uses.remainingFiles]),
        ].sort((left, right) => left - right),
        skippedNames: calling.flatMap(({ found }) => found.skippedNames),
        isCut: uses.isCut || resolution.isExhausted,
        isEnded: uses.isEnded || calling.some(({ isEnded }) => isEnded),
      },
      refs,
    };
  });
}

/** What calls a definition. */
export function callersOfDefinition(graph: VersionGraph, ref: ScopeRef): Promise<Calling> {
  return graph.ask((resolution) => callsOf(graph, resolution, ref));
}

export function dependentsOfCalls(resolution: Resolution, edges: readonly CallEdge[]): readonly Dependent[] {
  return merged(resolution, edges.map(dependentOfCall));
}

function callsOf(graph: VersionGraph, resolution: Resolution, ref: ScopeRef): Promise<Calling> {
  return callingEdges(resolution, ref, {
    enough: Number.POSITIVE_INFINITY,
    isAsked: () => true,
    isAside: testOrExampleIn(graph.view),
    ...graph.ending,
  });
}

function usesOf(graph: VersionGraph, resolution: Resolution, symbol: SymbolMatch): Promise<Uses> {
  return findUses(graph.view, resolution, [symbol], {
    enough: Number.POSITIVE_INFINITY,
    isAsked: () => true,
    withImports: true,
    codes: graph.codes,
    ...graph.ending,
  });
}

/** The scopes that define a symbol. A signature of an overloaded function leads to its implementation. */
async function definitionsIn(
  { view }: VersionGraph,
  resolution: Resolution,
  symbol: SymbolMatch,
): Promise<readonly ScopeRef[]> {
  const at = view.fileAt(symbol.file);
  if (at === -1) return [];
  const [content] = await view.contents([at]);
  const refs = new Map<number, ScopeRef>();
  for (const scope of scopesOf(resolution, symbol, { at, symbols: content?.symbols ?? [] }))
    for (const ref of definitionsOf(resolution, scope)) refs.set(scopeKey(ref), ref);
  return [...refs.values()];
}

/** Overrides and implementations of methods, and subtypes of types. */
function subtypesIn(
  resolution: Resolution,
  refs: readonly ScopeRef[],
  { ending }: VersionGraph,
): readonly Dependent[] {
  try {
    return refs.flatMap((ref) => {
      const below = isType(resolution, ref)
        ? subtypesOf(resolution, classAt(resolution, ref)).map(({ file, scope }) => ({ file, scope }))
        : implementationsOf(resolution, ref);
      const relation = isType(resolution, ref) ? "derives" : "overrides";
      return below.map(({ file, scope }): Dependent => ({
        from: definitionAround(resolution, { file, scope }),
        relation,
        confidence: "possible",
        sites: [{ line: lineOf(resolution, { file, scope }), call: null }],
      }));
    });
  } catch (error) {
    if (!ending.isEnd(error)) throw error;
    return [];
  }
}

function classAt(resolution: Resolution, ref: ScopeRef): ReturnType<Resolution["values"]["class"]> {
  return resolution.values.class(ref);
}

function lineOf(resolution: Resolution, { file, scope }: ScopeRef): number {
  return resolution.index(file)?.flow.scopes[scope]?.startLine ?? 1;
}

function dependentOfCall({ from, to, confidence, via, site }: CallEdge): Dependent {
  return {
    from,
    relation: "calls",
    confidence,
    sites: [{ line: site.line, call: { site, to, via } }],
  };
}

function dependentOfUse({ from, line, confidence, isImport }: Use): Dependent {
  return {
    from,
    relation: isImport ? "imports" : "uses",
    confidence,
    sites: [{ line, call: null }],
  };
}

/** One dependent for each definition and relation, with all its lines and its best confidence. */
function merged(resolution: Resolution, all: readonly Dependent[]): readonly Dependent[] {
  const byKey = new Map<string, { first: Dependent; sites: Map<string, DependentSite> }>();
  for (const dependent of all) {
    const key = `${scopeKey(dependent.from)} ${dependent.relation}`;
    const known = byKey.get(key) ?? { first: dependent, sites: new Map<string, DependentSite>() };
    if (RANK[dependent.confidence] < RANK[known.first.confidence])
      known.first = { ...known.first, confidence: dependent.confidence };
    for (const site of dependent.sites) {
      const place = `${site.line} ${site.call?.site.expr ?? NONE}`;
      if (!known.sites.has(place)) known.sites.set(place, site);
    }
    byKey.set(key, known);
  }
  return [...byKey.values()]
    .map(({ first, sites }) => ({
      ...first,
      sites: [...sites.values()].sort(
        (left, right) =>
          left.line - right.line || (left.call?.site.start ?? 0) - (right.call?.site.start ?? 0),
      ),
    }))
    .sort(
      (left, right) =>
        left.from.file - right.from.file ||
        lineOf(resolution, left.from) - lineOf(resolution, right.from) ||
        left.from.scope - right.from.scope ||
        RELATION_RANK[left.relation] - RELATION_RANK[right.relation],
    );
}

/** Most certain first. */
export const RANK: Readonly<Record<Confidence, number>> = { resolved: 0, possible: 1, name_match: 2 };
const RELATION_RANK: Readonly<Record<ImpactRelation, number>> = {
  calls: 0,
  uses: 1,
  overrides: 2,
  derives: 3,
  imports: 4,
};

function lineKey(file: FileId, line: number): string {
  return `${file} ${line}`;
}
