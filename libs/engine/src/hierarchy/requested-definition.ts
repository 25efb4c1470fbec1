/** Finds the type or method that a `type_hierarchy` request is about. */
import {
  NONE,
  type Resolution,
  SCOPE_FLAGS,
  type ScopeRef,
  type SymbolFact,
  declaredType,
  definitionsOf,
  isOverridable,
  resolvesCalls,
  scopeKey,
} from "@satori/sidecar";
import {
  type SymbolMatch,
  candidateOf,
  searchSymbols,
  sortCandidates,
} from "../files/symbol-lookup/find-symbol.ts";
import { inheritedMember } from "../files/symbol-lookup/inherited-member.ts";
import { isType, scopesOf } from "../files/symbol-lookup/scopes-of-symbol.ts";
import { indexedPath } from "../model/paths.ts";
import type { HierarchyRequest } from "./hierarchy-request.ts";

/** A type, or a method that subtypes may override. */
export interface HierarchyRoot {
  readonly symbol: SymbolMatch;
  readonly what: "type" | "method";
  /** Its scope; for a type in several parts, that of the main one. */
  readonly ref: ScopeRef;
}

export type RequestedDefinition =
  | { readonly kind: "not_found" }
  | { readonly kind: "found"; readonly root: HierarchyRoot }
  /** Types of a name or, if there are none, methods; by file, start line, label, id. */
  | { readonly kind: "ambiguous"; readonly roots: readonly HierarchyRoot[] }
  /** The symbol has no place in a hierarchy, or that is not known. */
  | {
      readonly kind: "unsupported";
      readonly why: "language" | "file" | "kind";
      readonly symbol: SymbolMatch;
    };

/** Looks up the requested definition by reference or name. Types win over methods and other symbols. */
export async function requestedDefinition(request: HierarchyRequest): Promise<RequestedDefinition> {
  const found = await matchingSymbols(request);
  const roots = await rootsOf(request, found);
  const types = roots.filter(({ what }) => what === "type");
  const wanted = withoutCompanions(request.resolution, types.length > 0 ? types : roots);
  const [only, ...others] = wanted;
  if (only)
    return others.length === 0
      ? { kind: "found", root: only }
      : { kind: "ambiguous", roots: inOrder(request, wanted) };
  const [first] = found;
  return first ? unsupported(request, first) : { kind: "not_found" };
}

async function matchingSymbols({
  snapshot,
  resolution,
  target,
  input: { symbolRef, symbol = "" },
}: HierarchyRequest): Promise<readonly SymbolMatch[]> {
  const check = (): void => resolution.check();
  if (symbolRef) {
    const at = snapshot.fileAt(symbolRef.file);
    const symbols = at === -1 ? [] : ((await snapshot.contents([at]))[0]?.symbols ?? []);
    const byId = symbols.filter(({ id }) => (check(), id === symbolRef.symbolId));
    const fitting = byId.length > 0 ? byId : symbols.filter(({ label }) => label === symbolRef.symbolLabel);
    return fitting.map((fact) => candidateOf(symbolRef.file, fact));
  }
  const place = { folder: indexedPath(target.codebase.root, target.realPath) ?? "", check };
  const { found } = await searchSymbols(snapshot, symbol, place);
  const code = found.filter(({ kind }) => (check(), kind !== "section"));
  if (code.length > 0) return code;
  const { symbols } = await inheritedMember(snapshot, resolution, symbol, place);
  return symbols.length > 0 ? symbols : found;
}

/** Types and methods among some symbols; parts of one type, and declarations of one method, count once. */
async function rootsOf(
  { snapshot, resolution, call }: HierarchyRequest,
  found: readonly SymbolMatch[],
): Promise<readonly HierarchyRoot[]> {
  const roots = new Map<number, HierarchyRoot>();
  let [file, symbols]: [string | null, readonly SymbolFact[]] = [null, []];
  for (const symbol of found) {
    const pausing = call.deadline.pause();
    if (pausing) await pausing;
    const at = snapshot.fileAt(symbol.file);
    // Matches are sorted by file, so each file is loaded once.
    if (symbol.file !== file)
      [file, symbols] = [symbol.file, (await snapshot.contents([at]))[0]?.symbols ?? []];
    for (const root of scopesOf(resolution, symbol, { at, symbols }).flatMap((scope) =>
      rootsAt(resolution, symbol, scope),
    ))
      roots.set(scopeKey(root.ref), root);
  }
  const placed: HierarchyRoot[] = [];
  for (const root of roots.values()) placed.push(await withOwnSymbol(snapshot, root));
  return placed;
}

/** The type of a scope, or the methods that it declares. */
function rootsAt(resolution: Resolution, symbol: SymbolMatch, scope: ScopeRef): readonly HierarchyRoot[] {
  if (isType(resolution, scope)) return [{ what: "type", ref: declaredType(resolution, scope), symbol }];
  return definitionsOf(resolution, scope)
    .filter((ref) => isOverridable(resolution, ref))
    .map((ref) => ({ what: "method", ref, symbol }));
}

/** A root with the symbol of its own scope, which may be in another file than the one that matched. */
async function withOwnSymbol(
  snapshot: HierarchyRequest["snapshot"],
  root: HierarchyRoot,
): Promise<HierarchyRoot> {
  const { file, scope } = root.ref;
  const fact = (await snapshot.contents([file]))[0]?.symbols[
    snapshot.calls.flow(file)?.scopes[scope]?.symbol ?? NONE
  ];
  return fact ? { ...root, symbol: candidateOf(snapshot.files.paths[file] as string, fact) } : root;
}

/** Without objects that have the name of a type in their file: companions of that type. */
function withoutCompanions(
  resolution: Resolution,
  roots: readonly HierarchyRoot[],
): readonly HierarchyRoot[] {
  const isObject = ({ ref: { file, scope } }: HierarchyRoot): boolean =>
    ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.object) !== 0;
  const types = new Set(
    roots.filter((root) => !isObject(root)).map(({ symbol }) => `${symbol.file}\n${symbol.symbolLabel}`),
  );
  return roots.filter(
    (root) => !isObject(root) || !types.has(`${root.symbol.file}\n${root.symbol.symbolLabel}`),
  );
}

function inOrder(
  { resolution }: HierarchyRequest,
  roots: readonly HierarchyRoot[],
): readonly HierarchyRoot[] {
  const bySymbol = new Map(roots.map((root) => [root.symbol, root]));
  return sortCandidates([...bySymbol.keys()], () => resolution.check()).map(
    (symbol) => bySymbol.get(symbol) as HierarchyRoot,
  );
}

function unsupported({ snapshot }: HierarchyRequest, symbol: SymbolMatch): RequestedDefinition {
  const at = snapshot.fileAt(symbol.file);
  const isResolved = resolvesCalls(snapshot.files.languages[at] ?? "text");
  const why = !isResolved ? "language" : snapshot.calls.flow(at) === null ? "file" : "kind";
  return { kind: "unsupported", why, symbol };
}
