/** As many edges as an answer has room for: clients refuse larger ones. Pure. */
import { type CallGraphEdge, LIMITS } from "@satori/contracts";

export interface FittingEdges {
  /** In the order in which they were. */
  readonly kept: readonly CallGraphEdge[];
  readonly left: readonly CallGraphEdge[];
}

/** Those of what was asked for come first. @param roots ids of what was asked for */
export function fitEdges(edges: readonly CallGraphEdge[], roots: readonly string[]): FittingEdges {
  const asked = new Set(roots);
  const isOfRoot = ({ from, to }: CallGraphEdge): boolean => asked.has(from) || asked.has(to);
  const kept = new Set<CallGraphEdge>();
  let bytes = 0;
  for (const edge of [...edges.filter(isOfRoot), ...edges.filter((other) => !isOfRoot(other))]) {
    bytes += Buffer.byteLength(JSON.stringify(edge));
    if (bytes > MAX_BYTES) break;
    kept.add(edge);
  }
  return { kept: edges.filter((edge) => kept.has(edge)), left: edges.filter((edge) => !kept.has(edge)) };
}

/** The rest is room for nodes, of which there are at most fifty, and notes. */
const MAX_BYTES = LIMITS.answerMaxBytes * 0.75;
