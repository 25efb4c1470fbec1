/** Calls between shown symbols, and what the entry calls besides. */
import type { ContextEdge } from "@satori/contracts";
import {
  type Confidence,
  type Evaluator,
  type ScopeRef,
  type SymbolFact,
  definitionAround,
  resolveSite,
  scopeKey,
} from "@satori/sidecar";
import { isPastDeadline } from "../../deadline.ts";
import type { CallContext } from "../../engine-context.ts";
import { candidateOf } from "../../files/symbol-lookup/find-symbol.ts";
import { scopesOf } from "../../files/symbol-lookup/scopes-of-symbol.ts";
import { shownLine } from "../../graph/response/describe-graph.ts";
import { compareText } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { ContextFile, FileReader } from "./context-files.ts";
import type { Excerpt } from "./excerpt.ts";

/** A symbol of a file. */
export interface CodeSymbol {
  readonly in: ContextFile;
  readonly symbol: SymbolFact;
}

/** A call between two symbols. */
export interface CallPath {
  readonly from: CodeSymbol;
  readonly to: CodeSymbol;
  readonly confidence: "resolved" | "possible";
  /** 1-based, in the file of `from`. */
  readonly line: number;
}

export interface CallPaths {
  /** By file and line of the call, then caller, then callee. */
  readonly paths: readonly CallPath[];
  /** Whether the deadline passed before all calls were followed. */
  readonly isEnded: boolean;
}

interface PathSearch {
  readonly read: FileReader;
  readonly call: CallContext;
  readonly resolution: Evaluator;
  /** Whether a callee of the entry is of interest although it is not shown. */
  readonly isWanted: (name: string) => boolean;
}

/**
 * Calls from shown symbols to shown ones, and from the first one to wanted ones. Calls that are matched by
 * name alone are left out. Only calls whose name may lead there are resolved: resolving all would take longer
 * than the search. So a call under another name (an alias, a variable) is missing.
 *
 * @param excerpts the first one is the entry
 */
export async function findCallPaths(
  snapshot: Snapshot,
  excerpts: readonly Excerpt[],
  { read, call: { deadline }, resolution, isWanted }: PathSearch,
): Promise<CallPaths> {
  const found: FoundCall[] = [];
  let isEnded = false;
  const shown = new Map<number, CodeSymbol>();
  try {
    const entries = addScopes(resolution, excerpts.slice(0, 1), shown);
    addScopes(resolution, excerpts.slice(1), shown);
    const names = new Set([...shown.values()].flatMap(namesCalling));
    const may = (name: string): boolean => names.has(name) || isWanted(name);
    for (const file of new Set([...shown.values()].map(({ in: { file } }) => file)))
      for (const site of (resolution.index(file)?.flow.sites ?? []).filter(({ name }) => may(name))) {
        const due = deadline.pause();
        if (due) await due;
        const from = definitionAround(resolution, { file, scope: site.scope });
        if (!shown.has(scopeKey(from)) || (!names.has(site.name) && !entries.has(scopeKey(from)))) continue;
        const takesAny = entries.has(scopeKey(from)) && isWanted(site.name);
        const { targets } = resolveSite(resolution, file, site);
        const reached = targets.filter((target) => takesAny || shown.has(scopeKey(target)));
        for (const to of reached) found.push({ from, to, confidence: to.confidence, line: site.line });
      }
  } catch (error) {
    if (!isPastDeadline(error)) throw error;
    isEnded = true;
  }
  const symbolOf = async (ref: ScopeRef): Promise<CodeSymbol | null> => {
    const known = shown.get(scopeKey(ref));
    if (known) return known;
    const content = await read(ref.file);
    const symbol = content?.symbols[snapshot.calls.flow(ref.file)?.scopes[ref.scope]?.symbol ?? -1];
    return content && symbol ? { in: content, symbol } : null;
  };
  return { paths: await describe(found, symbolOf), isEnded };
}

/** A call between two definitions. */
interface FoundCall {
  readonly from: ScopeRef;
  readonly to: ScopeRef;
  readonly confidence: Confidence;
  readonly line: number;
}

/** Adds the scopes of symbols to `shown`; returns their keys. */
function addScopes(
  resolution: Evaluator,
  excerpts: readonly Excerpt[],
  shown: Map<number, CodeSymbol>,
): ReadonlySet<number> {
  const added = new Set<number>();
  for (const { in: file, symbol } of excerpts) {
    if (!symbol) continue;
    const place = { at: file.file, symbols: file.symbols };
    for (const ref of scopesOf(resolution, candidateOf(file.path, symbol), place)) {
      const key = scopeKey(ref);
      added.add(key);
      if (!shown.has(key)) shown.set(key, { in: file, symbol });
    }
  }
  return added;
}

/** Names by which a symbol is called: its own, and that of its class for a constructor. */
function namesCalling({ in: { symbols }, symbol }: CodeSymbol): readonly string[] {
  const around = symbols[symbol.parent];
  return symbol.kind === "constructor" && around ? [symbol.name, around.name] : [symbol.name];
}

/** Each pair of caller and callee once, with its first call site. */
async function describe(
  calls: readonly FoundCall[],
  symbolOf: (ref: ScopeRef) => Promise<CodeSymbol | null>,
): Promise<readonly CallPath[]> {
  const paths: CallPath[] = [];
  for (const { from, to, confidence, line } of calls) {
    if (confidence === "name_match") continue;
    const [caller, callee] = [await symbolOf(from), await symbolOf(to)];
    if (caller && callee && caller.symbol.id !== callee.symbol.id)
      paths.push({ from: caller, to: callee, confidence, line });
  }
  const pairs = new Set<string>();
  return paths.sort(comparePaths).filter(({ from, to }) => {
    const pair = `${from.symbol.id} ${to.symbol.id}`;
    return !pairs.has(pair) && pairs.add(pair);
  });
}

function comparePaths(left: CallPath, right: CallPath): number {
  return (
    compareText(left.from.in.path, right.from.in.path) ||
    left.line - right.line ||
    compareText(left.from.symbol.id, right.from.symbol.id) ||
    compareText(left.to.symbol.id, right.to.symbol.id) ||
    compareText(left.confidence, right.confidence)
  );
}

/** A call as answers show it. @param isShown whether a section shows the line of the call */
export function edgeOf(
  { from, to, confidence, line }: CallPath,
  isShown: (file: string, line: number) => boolean,
): ContextEdge {
  const { path, lines } = from.in;
  return {
    from: nameOf(from),
    to: nameOf(to),
    ...(confidence === "possible" ? { confidence } : {}),
    site: {
      file: path,
      line,
      ...(isShown(path, line) ? {} : { text: shownLine(lines[line - 1]) }),
    },
  };
}

/** A symbol as `call_graph` takes it: FILE:NAME, or the id if the file has several of that name. */
function nameOf({ in: { path, symbols }, symbol }: CodeSymbol): string {
  const isUnique = symbols.every(({ id, label }) => id === symbol.id || label !== symbol.label);
  return isUnique && /^[\w.$#]+$/.test(symbol.label) ? `${path}:${symbol.label}` : symbol.id;
}
