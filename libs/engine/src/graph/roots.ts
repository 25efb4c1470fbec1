/** Finds the definitions that a `call_graph` request is about. */
import { type CallGraphInput, isFunctionKind } from "@satori/contracts";
import {
  type Resolution,
  type ScopeRef,
  type SymbolFact,
  definitionsOf,
  exportedAs,
  resolvesCalls,
  scopeKey,
} from "@satori/sidecar";
import {
  type SymbolMatch,
  type SymbolSearch,
  candidateOf,
  searchSymbols,
  sortCandidates,
} from "../files/symbol-lookup/find-symbol.ts";
import { inheritedMember } from "../files/symbol-lookup/inherited-member.ts";
import { scopesOf } from "../files/symbol-lookup/scopes-of-symbol.ts";
import { notTaken } from "../files/symbol-lookup/written-parameters.ts";
import type { Snapshot } from "../store/store.ts";
import { isUncalled, isUnmade } from "./uncalled.ts";

/** The outcome of looking up the requested symbol. */
export type Roots =
  | { readonly kind: "not_found" }
  /** Calls of its language are not resolved, or its file has no call facts. */
  | { readonly kind: "unsupported"; readonly why: "language" | "file"; readonly found: SymbolMatch }
  /** The symbols are not callable. */
  | { readonly kind: "uncallable"; readonly found: readonly [SymbolMatch, ...SymbolMatch[]] }
  | GraphRoots;

/** The definitions to follow. */
export interface GraphRoots {
  readonly kind: "found";
  readonly refs: readonly ScopeRef[];
  /**
   * Callable definitions of the same name that are not followed, because another definition has it as its
   * whole name.
   */
  readonly namesakes: readonly SymbolMatch[];
  /** The matching symbols; empty if the name is only an export. */
  readonly symbols: readonly SymbolMatch[];
  /**
   * Whether all roots are properties without code, or types that are created without a call: they may be in
   * no graph.
   */
  readonly uncalled: boolean;
  /** Whether the named type inherits the member from another type. */
  readonly isInherited: boolean;
  /** The parameters in the requested name that none of its definitions takes; null if one may. */
  readonly notTaken: string | null;
}

interface RootSearch {
  readonly snapshot: Snapshot;
  readonly resolution: Resolution;
  /** Called before each definition of the name, since a file may have thousands. */
  readonly pause: () => Promise<void> | undefined;
}

/**
 * Looks up the requested definitions, by reference or by name.
 *
 * @param folder where to look for a name, relative to the root; empty for everything
 */
export async function findRoots(
  { snapshot, resolution, pause }: RootSearch,
  { symbolRef, symbol }: Pick<CallGraphInput, "symbolRef" | "symbol">,
  folder: string,
): Promise<Roots> {
  const place = { folder, check: () => resolution.check() };
  const { found, namesakes } = symbolRef
    ? await referenced(snapshot, symbolRef, place)
    : whatIsCalled(
        snapshot,
        withoutHeadings(snapshot, await searchSymbols(snapshot, symbol ?? "", place), place),
        place,
      );
  if (found.length === 0 && symbol !== undefined) {
    const { refs, symbols } = await inheritedMember(snapshot, resolution, symbol, place);
    if (refs.length > 0)
      return {
        kind: "found",
        refs,
        namesakes: [],
        symbols,
        uncalled: false,
        isInherited: true,
        notTaken: notTaken(symbols, symbol, place.check),
      };
  }
  const refs = await definitionsBehind({ snapshot, resolution, pause }, found);
  if (refs.length === 0 && symbol !== undefined && folder === "")
    refs.push(...exportedAs(resolution, symbol));
  const [first, ...others] = found;
  if (refs.length > 0)
    return {
      kind: "found",
      refs,
      namesakes: namesakes.filter(({ kind }) => isFunctionKind(kind)),
      symbols: found,
      uncalled: first !== undefined && isUncalled(snapshot, resolution, { found, refs }),
      isInherited: false,
      notTaken: symbolRef ? null : notTaken(found, symbol ?? "", place.check),
    };
  if (!first) return { kind: "not_found" };
  const language = snapshot.files.languages[snapshot.fileAt(first.file)] ?? "text";
  const hasFlow = snapshot.calls.flow(snapshot.fileAt(first.file)) !== null;
  if (resolvesCalls(language) && hasFlow) return { kind: "uncallable", found: [first, ...others] };
  return { kind: "unsupported", why: resolvesCalls(language) ? "file" : "language", found: first };
}

/**
 * The scopes that define some symbols, without duplicates, in the order of the symbols. A signature of an
 * overloaded function leads to its implementation.
 */
async function definitionsBehind(
  { snapshot, resolution, pause }: RootSearch,
  found: readonly SymbolMatch[],
): Promise<ScopeRef[]> {
  const refs = new Map<number, ScopeRef>();
  let [file, symbols]: [string | null, readonly SymbolFact[]] = [null, []];
  for (const candidate of found) {
    const due = pause();
    if (due) await due;
    const at = snapshot.fileAt(candidate.file);
    // Matches are sorted by file, so each file is loaded once.
    if (candidate.file !== file)
      [file, symbols] = [candidate.file, (await snapshot.contents([at]))[0]?.symbols ?? []];
    for (const scope of scopesOf(resolution, candidate, { at, symbols })) {
      for (const ref of definitionsOf(resolution, scope))
        if (!refs.has(scopeKey(ref))) refs.set(scopeKey(ref), ref);
    }
  }
  return [...refs.values()];
}

interface Checked {
  /** Called for each symbol; may throw. */
  readonly check: () => void;
}

/** Removes headings whose name is called somewhere: such a heading documents that function. */
function withoutHeadings(
  snapshot: Snapshot,
  { found, namesakes }: SymbolSearch,
  { check }: Checked,
): SymbolSearch {
  const called = new Map<string, boolean>();
  const isCalled = (name: string): boolean => {
    const known = called.get(name) ?? snapshot.calls.filesUsing("call", name).length > 0;
    called.set(name, known);
    return known;
  };
  const isKept = ({ kind, fact }: SymbolMatch): boolean => (
    check(),
    kind !== "section" || !isCalled(fact.name.slice(fact.name.lastIndexOf(".") + 1))
  );
  return { found: found.filter(isKept), namesakes: namesakes.filter(isKept) };
}

/**
 * Prefers symbols that can be followed: a makefile target or a schema message does not hide functions of the
 * same name, and a type that no call creates does not hide its own constructor.
 */
function whatIsCalled(snapshot: Snapshot, searched: SymbolSearch, { check }: Checked): SymbolSearch {
  const languageOf = ({ file }: SymbolMatch): string =>
    snapshot.files.languages[snapshot.fileAt(file)] ?? "text";
  const isFollowed = (symbol: SymbolMatch): boolean => (check(), resolvesCalls(languageOf(symbol)));
  if (!searched.found.some(isFollowed))
    return searched.namesakes.some(isFollowed)
      ? { found: searched.namesakes.filter(isFollowed), namesakes: [] }
      : searched;
  // A set, because a file may have thousands of types and constructors of one name.
  const labels = new Set(searched.found.map(({ file, symbolLabel }) => `${file}\n${symbolLabel}`));
  const isOfType = ({ file, symbolLabel, fact: { name }, kind }: SymbolMatch): boolean => {
    check();
    if (kind !== "constructor" || !symbolLabel.endsWith(`.${name}`)) return false;
    return labels.has(`${file}\n${symbolLabel.slice(0, -name.length - 1)}`);
  };
  const own = searched.namesakes.filter(isOfType);
  return own.length > 0 && searched.found.every((type) => isUnmade(type.kind, languageOf(type)))
    ? { found: own, namesakes: [] }
    : searched;
}

/** The symbol of a reference: by id or, if the file has changed since, by label. */
async function referenced(
  snapshot: Snapshot,
  { file, symbolId, symbolLabel }: NonNullable<CallGraphInput["symbolRef"]>,
  { check }: Checked,
): Promise<SymbolSearch> {
  const at = snapshot.fileAt(file);
  if (at === -1) return { found: [], namesakes: [] };
  const symbols = (await snapshot.contents([at]))[0]?.symbols ?? [];
  const byId = symbols.filter(({ id }) => (check(), id === symbolId));
  const fitting = byId.length > 0 ? byId : symbols.filter(({ label }) => (check(), label === symbolLabel));
  return {
    found: sortCandidates(
      fitting.map((fact) => candidateOf(file, fact)),
      check,
    ),
    namesakes: [],
  };
}
