/** Lays out a call graph as trees: which definition is drawn where. Pure. */
import { type CallEdge, callEdges } from "../call-edges.ts";
import type { Direction } from "../tools/core-inputs.ts";
import type { CallGraphNode, CallGraphOk } from "../tools/call-graph.ts";

/** Direction in which a tree grows from the requested symbol. */
export type Growth = Exclude<Direction, "both">;

export interface CallTree {
  readonly node: CallGraphNode;
  /**
   * Calls between this definition and its parent, one per line and confidence, in the answer's order; empty
   * at a root.
   */
  readonly calls: readonly CallEdge[];
  /**
   * Where the branches of this definition are drawn if not here: `around`, it is also an ancestor; `above`,
   * earlier; `below`, later. Null: here, or there are none.
   */
  readonly drawn: "around" | "above" | "below" | null;
  readonly branches: readonly CallTree[];
}

/** A definition at the other end of calls, with those calls. */
interface Branch {
  readonly id: string;
  readonly calls: CallEdge[];
}

/**
 * One tree for each requested definition, in the answer's order. Every call appears exactly once: the
 * branches of a definition are drawn where it is nearest to a root, and only there. Callers are in the order
 * of the answer's nodes, callees in the order of their first call.
 */
export function callTrees(answer: CallGraphOk, growth: Growth): CallTree[] {
  const nodes = new Map(answer.nodes.map((node) => [node.symbolId, node]));
  const branches = branchesOf(answer, growth);
  const homes = homesOf(answer.roots, branches);
  const done = new Set<string>();
  const elsewhere = (id: string, above: readonly string[]): CallTree["drawn"] => {
    if (above.includes(id)) return "around";
    if (!branches.has(id)) return null;
    return done.has(id) ? "above" : "below";
  };
  const draw = (id: string, calls: readonly CallEdge[], above: readonly string[]): CallTree[] => {
    const node = nodes.get(id);
    if (!node) return [];
    if (homes.get(id) !== (above.at(-1) ?? null))
      return [{ node, calls, drawn: elsewhere(id, above), branches: [] }];
    done.add(id);
    const own = branches.get(id) ?? [];
    return [
      {
        node,
        calls,
        drawn: null,
        branches: own.flatMap((branch) => draw(branch.id, branch.calls, [...above, id])),
      },
    ];
  };
  return answer.roots.flatMap((id) => draw(id, [], []));
}

function branchesOf(answer: CallGraphOk, growth: Growth): Map<string, Branch[]> {
  const branches = new Map<string, Branch[]>();
  for (const edge of callEdges(answer)) {
    const [near, far] = growth === "callers" ? [edge.to, edge.from] : [edge.from, edge.to];
    const own = branches.get(near) ?? [];
    const known = own.find(({ id }) => id === far);
    if (known) addCall(known.calls, edge);
    else own.push({ id: far, calls: [edge] });
    branches.set(near, own);
  }
  // All calls of a function are in one file, so callees are in text order already.
  if (growth === "callees") return branches;
  const places = new Map(answer.nodes.map(({ symbolId }, at) => [symbolId, at]));
  const place = ({ id }: Branch): number => places.get(id) ?? answer.nodes.length;
  return new Map(
    [...branches].map(([id, own]) => [id, own.sort((left, right) => place(left) - place(right))]),
  );
}

/** Adds a call, unless one on the same line with the same confidence would look the same. */
function addCall(calls: CallEdge[], edge: CallEdge): void {
  if (!calls.some(({ site, confidence }) => site.line === edge.site.line && confidence === edge.confidence))
    calls.push(edge);
}

/**
 * Parent below which each definition is drawn with its branches; null for roots. Breadth-first from the
 * roots.
 */
function homesOf(
  roots: readonly string[],
  branches: ReadonlyMap<string, readonly Branch[]>,
): Map<string, string | null> {
  const homes = new Map<string, string | null>(roots.map((id) => [id, null]));
  const level = [...roots];
  for (const near of level) {
    for (const { id } of (branches.get(near) ?? []).filter((branch) => !homes.has(branch.id))) {
      homes.set(id, near);
      level.push(id);
    }
  }
  return homes;
}
