/**
 * Edges of a call graph do not repeat what most of them have in common, since a graph has many. Omits it from
 * the edges of an answer, and adds it again for a reader that needs it. Pure.
 */
import type { CallGraphEdge, CallGraphNode, CallGraphOk } from "./tools/call-graph.ts";
import type { Via } from "./via.ts";

/** An edge with all its fields. */
export interface FullEdge extends CallGraphEdge {
  readonly kind: "call" | "use";
  readonly via: Via;
  readonly site: CallGraphEdge["site"] & { readonly file: string };
}

/** An edge with its kind and the file of its site. */
export type CallEdge = Omit<FullEdge, "via"> & Pick<CallGraphEdge, "via">;

/**
 * An edge as an answer has it: without the kind of a call, the file of a site in the caller's file and,
 * unless `debug`, the rule that resolved it.
 *
 * @param caller the node `from`
 */
export function withoutCommonFields(
  { from, to, kind, confidence, via, site: { file, ...place } }: FullEdge,
  { caller, debug }: { readonly caller: CallGraphNode | undefined; readonly debug: boolean },
): CallGraphEdge {
  return {
    from,
    to,
    ...(kind === "call" ? {} : { kind }),
    confidence,
    ...(confidence === "resolved" && !debug ? {} : { via }),
    site: { ...(file === caller?.file ? {} : { file }), ...place },
  };
}

/** The edges of an answer, in its order, with kind and file. */
export function callEdges({ nodes, edges }: Pick<CallGraphOk, "nodes" | "edges">): CallEdge[] {
  const files = new Map(nodes.map(({ symbolId, file }) => [symbolId, file]));
  return edges.map((edge) => ({
    ...edge,
    kind: edge.kind ?? "call",
    site: { ...edge.site, file: edge.site.file ?? files.get(edge.from) ?? "" },
  }));
}
