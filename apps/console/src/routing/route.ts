/**
 * The route of the page, stored in the part of the address after `#`, so that every view has a link and a
 * history entry. Pure.
 */
import {
  DIRECTIONS,
  type Direction,
  GROUP_BY,
  type GroupBy,
  LIMITS,
  SEARCH_SCOPES,
  type SearchScope,
} from "@satori/contracts";

export interface SearchRoute {
  readonly view: "search";
  /** Root of the codebase, or a folder in it. */
  readonly path: string;
  readonly query: string;
  readonly scope: SearchScope;
  readonly groupBy: GroupBy;
  readonly limit: number;
}

export interface FileRoute {
  readonly view: "file";
  /** Root of the codebase. */
  readonly path: string;
  /** Relative to it, or absolute. */
  readonly file: string;
  /** Lines to show first; null: the beginning. */
  readonly startLine: number | null;
  readonly endLine: number | null;
  /** A symbol to show in the file or, if `file` is empty, in the codebase; null: the lines. */
  readonly symbol: string | null;
}

export interface GraphRoute {
  readonly view: "graph";
  readonly path: string;
  /** As `call_graph` accepts it: a name or an id. */
  readonly symbol: string;
  readonly direction: Direction;
  readonly depth: number;
  readonly limit: number;
  readonly form: GraphForm;
}

/** How a call graph is shown. */
export const GRAPH_FORMS = ["trees", "drawing"] as const;
export type GraphForm = (typeof GRAPH_FORMS)[number];

export type Route =
  | { readonly view: "codebases" }
  | { readonly view: "codebase"; readonly path: string }
  | SearchRoute
  | FileRoute
  | GraphRoute;

/** The tools' own defaults, and the page's. */
export const SEARCH_DEFAULTS = {
  scope: "runtime",
  groupBy: "symbol",
  limit: LIMITS.search.defaultLimit,
} as const;
export const GRAPH_DEFAULTS = {
  direction: "both",
  depth: LIMITS.callGraph.depth.default,
  limit: LIMITS.callGraph.defaultLimit,
  form: "trees",
} as const;

/** The route of lines of a file. */
export function linesOf(
  root: string,
  file: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number | null },
): FileRoute {
  return { view: "file", path: root, file, startLine, endLine, symbol: null };
}

/**
 * Parses an address. Invalid parts are ignored: an unknown page becomes the first one, a value out of range
 * its default.
 */
export function parseRoute(hash: string): Route {
  const [name = "", ...rest] = hash.replace(/^#\/?/, "").split("?");
  const values = new URLSearchParams(rest.join("?"));
  const path = values.get("path") ?? "";
  const limit = (fallback: number): number => whole(values.get("limit"), LIMITS.limit.maximum) ?? fallback;
  if (name === "search") {
    return {
      view: "search",
      path,
      query: values.get("query") ?? "",
      limit: limit(SEARCH_DEFAULTS.limit),
      scope: oneOf(SEARCH_SCOPES, values.get("scope")) ?? SEARCH_DEFAULTS.scope,
      groupBy: oneOf(GROUP_BY, values.get("groupBy")) ?? SEARCH_DEFAULTS.groupBy,
    };
  }
  if (path === "") return { view: "codebases" };
  if (name === "codebase") return { view: "codebase", path };
  if (name === "file")
    return {
      view: "file",
      path,
      file: values.get("file") ?? "",
      startLine: whole(values.get("startLine")),
      endLine: whole(values.get("endLine")),
      symbol: values.get("symbol") || null,
    };
  if (name !== "graph") return { view: "codebases" };
  return {
    view: "graph",
    path,
    symbol: values.get("symbol") ?? "",
    limit: limit(GRAPH_DEFAULTS.limit),
    direction: oneOf(DIRECTIONS, values.get("direction")) ?? GRAPH_DEFAULTS.direction,
    depth: whole(values.get("depth"), LIMITS.callGraph.depth.maximum) ?? GRAPH_DEFAULTS.depth,
    form: oneOf(GRAPH_FORMS, values.get("form")) ?? GRAPH_DEFAULTS.form,
  };
}

/** The inverse of `parseRoute`; omits values that equal the default. */
export function formatRoute(route: Route): string {
  if (route.view === "codebases") return "#/";
  const { view, ...values } = route;
  const defaults: Readonly<Record<string, unknown>> =
    view === "search" ? SEARCH_DEFAULTS : view === "graph" ? GRAPH_DEFAULTS : {};
  const told = Object.entries(values).filter(
    ([name, value]) => value !== null && value !== "" && value !== defaults[name],
  );
  return `#/${view}?${new URLSearchParams(told.map(([name, value]) => [name, String(value)])).toString()}`;
}

function whole(text: string | null, most = Number.MAX_SAFE_INTEGER): number | null {
  const value = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return value >= 1 && value <= most ? value : null;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}
