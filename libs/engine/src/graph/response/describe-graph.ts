/** Turns a traversal of scopes into the nodes, edges and notes of an answer. */
import type { FullEdge, CallGraphNode, CallGraphNote } from "@satori/contracts";
import {
  NONE,
  type SkippedNames,
  type OpenReason,
  type Resolution,
  SEARCH_LIMITS,
  type ScopeRef,
  SymbolIds,
  type Traversal,
  type UnresolvedSite,
  definitionAround,
  scopeKey,
} from "@satori/sidecar";
import { sortCandidates } from "../../files/symbol-lookup/find-symbol.ts";
import { firstChars } from "../../first-chars.ts";
import { compareText, nameOf } from "../../model/paths.ts";
import type { CodeView } from "../../store/code-view.ts";
import type { IndexedContent } from "../../store/store.ts";

export interface DescribedGraph {
  /** Ids of the requested nodes, in the order of `nodes`. */
  readonly roots: readonly string[];
  /** Sorted by file, start line, label, id. */
  readonly nodes: readonly CallGraphNode[];
  /** Sorted by file and line of the site, then caller, callee, rule. */
  readonly edges: readonly FullEdge[];
  readonly notes: readonly CallGraphNote[];
  /** Requested definitions that are not among the nodes; sorted by file, start line, label, id. */
  readonly remainingRoots: readonly CallGraphNode[];
}

/** Characters that an answer shows of a line. */
const MAX_LINE_CHARS = 200;

/** Describes a traversal. Loads the symbols and text of each file once. */
export async function describeGraph(
  snapshot: CodeView,
  resolution: Resolution,
  { roots, remainingRoots, nodes, edges, unresolved, skippedNames }: Traversal,
): Promise<DescribedGraph> {
  const files = [
    ...new Set([...[...nodes, ...remainingRoots].map(({ file }) => file), ...edges.map(({ file }) => file)]),
  ].sort((left, right) => left - right);
  const contents = new Map(
    (await snapshot.contents(files)).map((content, at) => [files[at] as number, content]),
  );
  const shown = new Map(nodes.map((ref) => [scopeKey(ref), nodeOf(snapshot, ref, contents)]));
  const idOf = (ref: ScopeRef): string => shown.get(scopeKey(ref))?.symbolId ?? "";
  const lineAt = textOfLine(contents);
  const pathOf = (file: number): string => snapshot.files.paths[file] as string;
  const sorted = sortCandidates([
    ...new Map([...shown.values()].map((node) => [node.symbolId, node])).values(),
  ]);
  const asked = new Set(roots.map(idOf));
  return {
    roots: sorted.map(({ symbolId }) => symbolId).filter((id) => asked.has(id)),
    nodes: sorted,
    edges: edges
      .map(({ from, to, confidence, via, file, site }): FullEdge => ({
        from: idOf(from),
        to: idOf(to),
        kind: "call",
        confidence,
        via,
        site: { file: pathOf(file), line: site.line, text: lineAt(file, site.line) },
      }))
      .sort(compareEdges),
    remainingRoots: sortCandidates(remainingRoots.map((ref) => nodeOf(snapshot, ref, contents))),
    notes: [
      ...unresolved.map((site) => noteOf(snapshot, resolution, site, shown)),
      ...skippedNames.flatMap((left) => notesOfNames(left, shown)),
    ],
  };
}

/** Orders edges by file and line of the site, then caller, callee, rule. */
export function compareEdges(left: FullEdge, right: FullEdge): number {
  return (
    compareText(left.site.file, right.site.file) ||
    left.site.line - right.site.line ||
    compareText(left.from, right.from) ||
    compareText(left.to, right.to) ||
    compareText(left.via, right.via)
  );
}

/** The node of a scope: its symbol, or a `module` node for top-level code. */
export function nodeOf(
  { files, calls }: CodeView,
  { file, scope }: ScopeRef,
  contents: ReadonlyMap<number, IndexedContent>,
): CallGraphNode {
  const path = files.paths[file] as string;
  const symbol = contents.get(file)?.symbols[calls.flow(file)?.scopes[scope]?.symbol ?? NONE];
  if (symbol)
    return {
      file: path,
      symbolId: symbol.id,
      symbolLabel: symbol.label,
      kind: symbol.kind,
      span: { startLine: symbol.startLine, endLine: symbol.endLine },
    };
  // Top-level code of a file: no symbol covers it.
  return {
    file: path,
    symbolId: new SymbolIds(path).next("module", ""),
    symbolLabel: nameOf(path),
    kind: "module",
    span: { startLine: 1, endLine: Math.max(1, files.lineCounts[file] ?? 1) },
  };
}

/** Returns a function that looks up single lines of files and splits each text only once. */
export function textOfLine(
  contents: ReadonlyMap<number, IndexedContent>,
): (file: number, line: number) => string {
  const lines = new Map<number, readonly string[]>();
  return (file, line) => {
    const known = lines.get(file) ?? linesOf(contents.get(file));
    lines.set(file, known);
    return shownLine(known[line - 1]);
  };
}

/** Lines of a text, without line ends; one empty line if there is no content. */
export function linesOf(content: IndexedContent | undefined): readonly string[] {
  return (content?.text ?? "").split(/\r?\n/);
}

/** A line as answers show it: trimmed and cut to `MAX_LINE_CHARS`. */
export function shownLine(line = ""): string {
  return firstChars(line.trim(), MAX_LINE_CHARS);
}

const REASONS: Readonly<Record<OpenReason, string>> = {
  unknown_receiver: "the receiver's type is unknown",
  unknown_member: "the receiver is known, but not this member of it",
  unknown_value: "the called value is only known at run time",
  unknown_name: "no definition of that name is in scope",
  common_name: "the name is too common in libraries to match a definition in the code",
  ambiguous_name: "several definitions have that name, and the right one cannot be determined",
  too_many_values: "the callee or receiver has more possible values than are followed",
  too_many_subtypes: "more subtypes than are searched may override the called method",
  too_many_calls: "the callee or receiver is a parameter of a function with too many callers to follow",
  too_many_files: "it depends on a name in too many files to search all of them",
  too_deep: "the callee is more steps away than are followed",
};

/** Reasons that hit a search limit: part of what is called may still be known. */
const CUT: ReadonlySet<OpenReason> = new Set<OpenReason>(SEARCH_LIMITS);

/** The note of an unresolved site. It names the node that contains the site, if there is one. */
function noteOf(
  { files }: CodeView,
  resolution: Resolution,
  { file, site, reason }: UnresolvedSite,
  shown: ReadonlyMap<number, CallGraphNode>,
): CallGraphNote {
  const around = shown.get(scopeKey(definitionAround(resolution, { file, scope: site.scope })));
  return {
    type: "unresolved_call",
    file: files.paths[file] as string,
    ...(around ? { symbolId: around.symbolId } : {}),
    startLine: site.line,
    detail:
      `${site.name === "" ? "A call" : `${site.name}()`} is not ` +
      `resolved${CUT.has(reason) ? " in full" : ""} (${reason}): ${REASONS[reason]}.`,
  };
}

/** Notes for a node whose callers were not all searched, one per name. */
function notesOfNames(
  { ref, names }: SkippedNames,
  shown: ReadonlyMap<number, CallGraphNode>,
): readonly CallGraphNote[] {
  const node = shown.get(scopeKey(ref));
  if (!node) return [];
  return names.map(({ name, use, files }): CallGraphNote => ({
    type: "callers_left_out",
    file: node.file,
    symbolId: node.symbolId,
    startLine: node.span.startLine,
    detail:
      `${node.symbolLabel} may have callers that were not searched for (too_many_files): ${files} ` +
      "files " +
      `${use === "call" ? `call ${name}, another name for it` : `use ${name} as a value`}.`,
  }));
}
