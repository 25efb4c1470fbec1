/** A call graph as trees: which definition is drawn where. Pure. */
import type { Direction } from "../tools/core-inputs.ts";
import type { CallGraphEdge, CallGraphNode, CallGraphOk } from "../tools/call-graph.ts";

/** Which way a tree grows from the symbol that was requested. */
export type Growth = Exclude<Direction, "both">;

export interface CallTree {
  readonly node: CallGraphNode;
  /**
   * Calls between this definition and the one above, one a line and confidence, in the order of the answer;
   * none at a root.
   */
  readonly calls: readonly CallGraphEdge[];
  /**
   * Where else what lies below is drawn: around this place, earlier or later; null: here, or there is
   * nothing.
   */
  readonly drawn: "around" | "above" | "below" | null;
  readonly branches: readonly CallTree[];
}

/** The definitions at the other end of the calls of one. */
interface Branch {
  readonly id: string;
  readonly calls: CallGraphEdge[];
}

/**
 * A tree for each definition that was requested, in the order of the answer. Every call stands in exactly one
 * place: what is below a definition is drawn where that is nearest to a root, and only there. Callers are
 * ordered by place, callees by their first call.
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
  const draw = (id: string, calls: readonly CallGraphEdge[], above: readonly string[]): CallTree[] => {
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

function branchesOf({ nodes, edges }: CallGraphOk, growth: Growth): Map<string, Branch[]> {
  const branches = new Map<string, Branch[]>();
  for (const edge of edges) {
    const [near, far] = growth === "callers" ? [edge.to, edge.from] : [edge.from, edge.to];
    const own = branches.get(near) ?? [];
    const known = own.find(({ id }) => id === far);
    if (known) addCall(known.calls, edge);
    else own.push({ id: far, calls: [edge] });
    branches.set(near, own);
  }
  // The calls of one function stand in one file: in their order, callees are as in its text.
  if (growth === "callees") return branches;
  const places = new Map(nodes.map(({ symbolId }, at) => [symbolId, at]));
  const place = ({ id }: Branch): number => places.get(id) ?? nodes.length;
  return new Map(
    [...branches].map(([id, own]) => [id, own.sort((left, right) => place(left) - place(right))]),
  );
}

/** Two calls of one definition on one line look the same. */
function addCall(calls: CallGraphEdge[], edge: CallGraphEdge): void {
  if (!calls.some(({ site, confidence }) => site.line === edge.site.line && confidence === edge.confidence))
    calls.push(edge);
}

/**
 * What each definition is drawn below, with all that is below itself; null: nothing, it is a root. Level by
 * level from the roots.
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
