/** Turns uses of a symbol into nodes and edges of an answer. */
import type { FullEdge, CallGraphNode, SymbolRef } from "@satori/contracts";
import { type ScopeRef, scopeKey } from "@satori/sidecar";
import { type SymbolMatch, sortCandidates } from "../../files/symbol-lookup/find-symbol.ts";
import type { Snapshot } from "../../store/store.ts";
import { compareEdges, nodeOf, textOfLine } from "../response/describe-graph.ts";
import type { Uses } from "./find-uses.ts";

export interface UseGraph {
  readonly nodes: readonly CallGraphNode[];
  readonly edges: readonly FullEdge[];
}

export interface DescribedUses extends UseGraph {
  /** Definitions with a use that did not fit. */
  readonly left: readonly ScopeRef[];
}

/**
 * Adds uses to a graph, up to `limit` nodes. A use on the same line and between the same nodes as a call is
 * dropped in favour of the call.
 */
export async function describeUses(
  snapshot: Snapshot,
  { uses }: Uses,
  { nodes: known, edges: calls, limit }: UseGraph & { readonly limit: number },
): Promise<DescribedUses> {
  const files = [...new Set(uses.map(({ file }) => file))].sort((left, right) => left - right);
  const contents = new Map(
    (await snapshot.contents(files)).map((content, at) => [files[at] as number, content]),
  );
  const lineAt = textOfLine(contents);
  const nodes = new Map(known.map((node) => [node.symbolId, node]));
  const left = new Map<number, ScopeRef>();
  const edges = new Map(calls.map((edge) => [placeOf(edge), edge]));
  for (const { file, line, from, to, confidence, via } of uses) {
    const node = nodeOf(snapshot, from, contents);
    if (!nodes.has(node.symbolId) && nodes.size >= limit) {
      left.set(scopeKey(from), from);
      continue;
    }
    nodes.set(node.symbolId, node);
    const edge: FullEdge = {
      from: node.symbolId,
      to: to.symbolId,
      kind: "use",
      confidence,
      via,
      site: { file: snapshot.files.paths[file] as string, line, text: lineAt(file, line) },
    };
    if (!edges.has(placeOf(edge))) edges.set(placeOf(edge), edge);
  }
  const added = [...edges.values()].filter(({ kind }) => kind === "use");
  return {
    nodes: sortCandidates([...nodes.values()]),
    edges: [...calls, ...added].sort(compareEdges),
    left: [...left.values()],
  };
}

function placeOf({ from, to, site }: FullEdge): string {
  return `${from} ${to} ${site.line} ${site.file}`;
}

export function refOf(node: CallGraphNode | undefined): SymbolRef | undefined {
  return node && { file: node.file, symbolId: node.symbolId, symbolLabel: node.symbolLabel };
}

export function plainNode({ file, symbolId, symbolLabel, kind, span }: SymbolMatch): CallGraphNode {
  return { file, symbolId, symbolLabel, kind, span };
}
