/** Draws a call graph, with callers to the left of their callees. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { CallGraphOk } from "@satori/contracts";
import { type GraphRoute, formatRoute } from "../../routing/route.ts";
import type { Layout } from "./layout.ts";

export function Drawing({ answer, at }: { readonly answer: CallGraphOk; readonly at: GraphRoute }) {
  const layout = useLayout(answer);
  const figure = useRef<HTMLElement>(null);
  // A large drawing is scrolled to the requested symbol.
  useEffect(() => {
    const root = figure.current?.querySelector(".root")?.getBoundingClientRect();
    if (!figure.current || !root) return;
    const { left, width } = figure.current.getBoundingClientRect();
    figure.current.scrollLeft += root.left + root.width / 2 - left - width / 2;
  }, [layout]);
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
    <figure class="drawing" ref={figure}>
      <Graph layout={layout} at={at} />
      <figcaption class="quiet">
        Solid: resolved. Dashed: possible, such as in a subtype. Dotted: by name only. Click a definition to
        follow its calls.
      </figcaption>
    </figure>
  );
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
