/** Selects as many edges as fit into one answer, since clients refuse larger answers. Pure. */
import { type CallGraphEdge, LIMITS } from "@satori/contracts";

export interface FittingEdges {
  /** Both lists keep the order of the input. */
  readonly kept: readonly CallGraphEdge[];
  readonly left: readonly CallGraphEdge[];
}

/**
 * Keeps edges until they fill the answer, starting with those to or from the roots.
 *
 * @param roots ids of the requested definitions
 */
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

/** The remaining quarter is for notes and for nodes, of which there are at most fifty. */
const MAX_BYTES = LIMITS.answerMaxBytes * 0.75;
