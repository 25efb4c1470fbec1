/** Computes the boxes and lines of a drawn call graph with dagre: layered, callers to the left. Pure. */
import { Graph, layout } from "@dagrejs/dagre";
import { type CallEdge, type CallGraphEdge, type CallGraphNode, callEdges } from "@satori/contracts";

export interface Box {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly place: string;
  readonly isRoot: boolean;
}

/** All calls from one definition to another. */
export interface Connector {
  readonly from: string;
  readonly to: string;
  /** Data of an SVG path. */
  readonly path: string;
  /** The highest confidence among the calls. */
  readonly confidence: CallEdge["confidence"];
  readonly sites: readonly string[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Connector[];
}

interface Drawn {
  readonly roots: readonly string[];
  readonly nodes: readonly CallGraphNode[];
  readonly edges: readonly CallGraphEdge[];
}

const SURENESS: readonly CallEdge["confidence"][] = ["resolved", "possible", "name_match"];
const BOX_HEIGHT = 44;
const MARGIN = 16;
const MOST_CHARS = 40;
/** Width of a character in the font that the style sheet sets. */
const CHAR_WIDTH = 7.6;

/**
 * Lays out a graph; equal graphs get equal layouts. Boxes are in the order of the nodes, lines in the order
 * of their first call.
 */
export function layOut({ roots, nodes, edges }: Drawn): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 70, marginx: MARGIN, marginy: MARGIN });
  const texts = new Map(
    nodes.map((node) => [
      node.symbolId,
      {
        label: shortened(node.symbolLabel),
        place: shortened(`${node.file.slice(node.file.lastIndexOf("/") + 1)}:${node.span.startLine}`),
      },
    ]),
  );
  const textOf = (id: string): Pick<Box, "label" | "place"> => texts.get(id) ?? { label: id, place: "" };
  for (const [id, { label, place }] of texts)
    graph.setNode(id, { width: Math.max(label.length, place.length) * CHAR_WIDTH + 20, height: BOX_HEIGHT });
  const connections = connectionsOf(
    callEdges({ nodes, edges }).filter(({ from, to }) => texts.has(from) && texts.has(to)),
  );
  for (const { from, to } of connections) graph.setEdge(from, to, {});
  layout(graph);
  const boxes = nodes.map(({ symbolId: id }) => {
    // The library types a node by what was put in; the layout adds the position.
    const { x, y, width, height } = graph.node(id) as Required<
      Record<"x" | "y" | "width" | "height", number>
    >;
    return {
      id,
      left: round(x - width / 2),
      top: round(y - height / 2),
      width: round(width),
      height,
      ...textOf(id),
      isRoot: roots.includes(id),
    };
  });
  const lines = connections.map((connection) => ({
    ...connection,
    path: pathOf((graph.edge(connection.from, connection.to) as { points: readonly Point[] }).points),
  }));
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number };
  return { width: round(width), height: round(height), boxes, lines };
}

function connectionsOf(edges: readonly CallEdge[]): Omit<Connector, "path">[] {
  const byEnds = new Map<
    string,
    { from: string; to: string; confidence: CallEdge["confidence"]; sites: string[] }
  >();
  for (const { from, to, confidence, site } of edges) {
    const key = JSON.stringify([from, to]);
    const known = byEnds.get(key) ?? { from, to, confidence, sites: [] };
    if (SURENESS.indexOf(confidence) < SURENESS.indexOf(known.confidence)) known.confidence = confidence;
    known.sites.push(`${site.file}:${site.line}  ${site.text}`);
    byEnds.set(key, known);
  }
  return [...byEnds.values()];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A curve controlled by the inner points. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: round(x), y: round(y) }));
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return "";
  const inner = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] as Point;
    return `Q${point.x} ${point.y} ${round((point.x + next.x) / 2)} ${round((point.y + next.y) / 2)}`;
  });
  return `M${first.x} ${first.y}${inner.join("")}L${last.x} ${last.y}`;
}

/** Keeps the end, which says more than the beginning. */
function shortened(text: string): string {
  return text.length <= MOST_CHARS ? text : `…${text.slice(text.length - MOST_CHARS + 1)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
