/** Draws a call graph, with callers to the left of their callees. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CallGraphOk } from "@satori/contracts";
import { type GraphRoute, formatRoute } from "../../routing/route.ts";
import type { Layout } from "./layout.ts";

export function Drawing({ answer, at }: { readonly answer: CallGraphOk; readonly at: GraphRoute }) {
  const layout = useLayout(answer);
  const pane = useRef<HTMLDivElement>(null);
  // A large drawing begins at the requested symbol.
  useLayoutEffect(() => void (pane.current && centerRoot(pane.current)), [layout]);
  if (layout === null)
    return (
      <p class="quiet" role="status">
        Drawing…
      </p>
    );
  if (layout === "failed")
    return (
      <p class="problem" role="alert">
        This cannot be drawn: the server may have been updated. Reload the page, or use the trees.
      </p>
    );
  return (
    <figure class="drawing">
      <figcaption class="quiet">
        Solid: resolved. Dashed: possible, such as in a subtype. Dotted: by name only. Click a definition to
        follow its calls.
      </figcaption>
      {/* Focusable, so that keys can scroll it. */}
      <div class="pane" ref={pane} tabIndex={0} role="region" aria-label="Drawing of the call graph">
        <Graph layout={layout} at={at} />
      </div>
    </figure>
  );
}

function centerRoot(pane: HTMLElement): void {
  const root = pane.querySelector(".root")?.getBoundingClientRect();
  if (!root) return;
  const { left, top, width, height } = pane.getBoundingClientRect();
  pane.scrollLeft += root.left + root.width / 2 - left - width / 2;
  pane.scrollTop += root.top + root.height / 2 - top - height / 2;
}

/** The layout of a graph; null until it is computed. */
function useLayout(answer: CallGraphOk): Layout | "failed" | null {
  const [layout, setLayout] = useState<Layout | "failed" | null>(null);
  useEffect(() => {
    let isGone = false;
    // Loaded with the first drawing.
    import("./layout.ts")
      .then(({ layOut }) => isGone || setLayout(layOut(answer)))
      .catch(() => isGone || setLayout("failed"));
    return () => void (isGone = true);
  }, [answer]);
  return layout;
}

/** The layout as SVG; each box links to the graph of its definition. */
function Graph({ layout, at }: { readonly layout: Layout; readonly at: GraphRoute }) {
  const { width, height, boxes, lines } = layout;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={`Call graph of ${boxes.length} definitions`}
    >
      <defs>
        <marker
          id="tip"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {lines.map(({ from, to, path, confidence, sites }) => (
        <path key={`${from} ${to}`} class={`edge ${confidence}`} d={path} marker-end="url(#tip)">
          <title>{sites.join("\n")}</title>
        </path>
      ))}
      {boxes.map(({ id, left, top, width: across, height: down, label, place, isRoot }) => (
        <a key={id} href={formatRoute({ ...at, symbol: id })}>
          <g class={isRoot ? "box root" : "box"} transform={`translate(${left} ${top})`}>
            <rect width={across} height={down} rx={6} />
            <text x={10} y={19}>
              {label}
            </text>
            <text x={10} y={35} class="quiet">
              {place}
            </text>
            <title>
              {label} {place}
            </title>
          </g>
        </a>
      ))}
    </svg>
  );
}
