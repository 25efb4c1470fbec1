/**
 * The route of the page, stored in the part of the address after `#`, so that every view has a link and a
 * history entry. Pure.
 */
import {
  DIRECTIONS,
  type Direction,
  GROUP_BY,
  type GroupBy,
  IMPACT_SOURCES,
  type ImpactSource,
  LIMITS,
  PLANNED_CHANGES,
  type PlannedChangeKind,
  SEARCH_SCOPES,
  type SearchScope,
} from "@satori/contracts";

/** What a page is about: a codebase, or a folder in it, in one version. */
export interface VersionedPath {
  /** Root of the codebase; for searches and graphs, or a folder in it. */
  readonly path: string;
  /** Branch, tag or commit; empty: the files on disk. */
  readonly ref: string;
}

/** The argument of a call about a version. */
export function refArgument(ref: string): { readonly ref?: string } {
  return ref === "" ? {} : { ref };
}

export interface CodebaseRoute extends VersionedPath {
  readonly view: "codebase";
}

export interface SearchRoute extends VersionedPath {
  readonly view: "search";
  readonly query: string;
  readonly scope: SearchScope;
  readonly groupBy: GroupBy;
  readonly limit: number;
}

export interface FileRoute extends VersionedPath {
  readonly view: "file";
  /** Relative to it, or absolute. */
  readonly file: string;
  /** Lines to show first; null: the beginning. */
  readonly startLine: number | null;
  readonly endLine: number | null;
  /** A symbol to show in the file or, if `file` is empty, in the codebase; null: the lines. */
  readonly symbol: string | null;
}

export interface GraphRoute extends VersionedPath {
  readonly view: "graph";
  /** As `call_graph` accepts it: a name or an id. */
  readonly symbol: string;
  readonly direction: Direction;
  readonly depth: number;
  readonly limit: number;
  readonly form: GraphForm;
}

/** The commits that changed a symbol; with `ref`, those that lead to it. */
export interface HistoryRoute extends VersionedPath {
  readonly view: "history";
  /** As `symbol_history` accepts it: a name or an id. */
  readonly symbol: string;
  /** Sorts the commits; empty: newest first. */
  readonly question: string;
}

/** What a change breaks. A pasted diff is not in the address: the page keeps it while it is open. */
export interface ImpactRoute {
  readonly view: "impact";
  /** Root of the codebase, or a folder in it: then only changes there are looked at. */
  readonly path: string;
  readonly source: ImpactSource;
  /** For `commits`: the versions before and after the change. An empty `head` is the checked-out commit. */
  readonly base: string;
  readonly head: string;
  /** For `symbols`: what is planned for which symbol, as `change_impact` accepts it: a name or an id. */
  readonly symbol: string;
  readonly change: PlannedChangeKind;
  readonly depth: number;
  readonly limit: number;
}

/** How a call graph is shown. */
export const GRAPH_FORMS = ["trees", "drawing"] as const;
export type GraphForm = (typeof GRAPH_FORMS)[number];

export type Route =
  | { readonly view: "codebases" }
  | CodebaseRoute
  | SearchRoute
  | FileRoute
  | GraphRoute
  | HistoryRoute
  | ImpactRoute;

/** The version that a page is about; empty: the files on disk, or several versions. */
export function refOf(route: Route): string {
  return "ref" in route ? route.ref : "";
}

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
export const IMPACT_DEFAULTS = {
  source: "work_tree",
  base: "",
  head: "",
  symbol: "",
  change: "signature",
  depth: LIMITS.changeImpact.depth.default,
  // A page has room for more than an agent.
  limit: 500,
} as const;
/** Defaults by view; those of the other views are absent or empty. */
const DEFAULTS: Readonly<Partial<Record<Route["view"], Readonly<Record<string, unknown>>>>> = {
  search: SEARCH_DEFAULTS,
  graph: GRAPH_DEFAULTS,
  impact: IMPACT_DEFAULTS,
};

/** The route of a file, or of lines in it. Only path and `ref` of the version are used. */
export function fileOf(
  { path, ref }: VersionedPath,
  file: string,
  { startLine, endLine }: { readonly startLine: number | null; readonly endLine: number | null } = WHOLE_FILE,
): FileRoute {
  return { view: "file", path, ref, file, startLine, endLine, symbol: null };
}

const WHOLE_FILE = { startLine: null, endLine: null };

/**
 * Parses an address. Invalid parts are ignored: an unknown page becomes the first one, a value out of range
 * its default.
 */
export function parseRoute(hash: string): Route {
  const [name = "", ...rest] = hash.replace(/^#\/?/, "").split("?");
  const values = new URLSearchParams(rest.join("?"));
  const version: VersionedPath = { path: values.get("path") ?? "", ref: values.get("ref") ?? "" };
  const limit = (fallback: number): number => whole(values.get("limit"), LIMITS.limit.maximum) ?? fallback;
  if (name === "search") {
    return {
      view: "search",
      ...version,
      query: values.get("query") ?? "",
      limit: limit(SEARCH_DEFAULTS.limit),
      scope: oneOf(SEARCH_SCOPES, values.get("scope")) ?? SEARCH_DEFAULTS.scope,
      groupBy: oneOf(GROUP_BY, values.get("groupBy")) ?? SEARCH_DEFAULTS.groupBy,
    };
  }
  if (version.path === "") return { view: "codebases" };
  switch (name) {
    case "codebase":
      return { view: "codebase", ...version };
    case "file":
      return {
        view: "file",
        ...version,
        file: values.get("file") ?? "",
        startLine: whole(values.get("startLine")),
        endLine: whole(values.get("endLine")),
        symbol: values.get("symbol") || null,
      };
    case "history":
      return {
        view: "history",
        ...version,
        symbol: values.get("symbol") ?? "",
        question: values.get("question") ?? "",
      };
    case "impact":
      return impactRoute(version.path, values);
    case "graph":
      return {
        view: "graph",
        ...version,
        symbol: values.get("symbol") ?? "",
        limit: limit(GRAPH_DEFAULTS.limit),
        direction: oneOf(DIRECTIONS, values.get("direction")) ?? GRAPH_DEFAULTS.direction,
        depth: whole(values.get("depth"), LIMITS.callGraph.depth.maximum) ?? GRAPH_DEFAULTS.depth,
        form: oneOf(GRAPH_FORMS, values.get("form")) ?? GRAPH_DEFAULTS.form,
      };
    default:
      return { view: "codebases" };
  }
}

function impactRoute(path: string, values: URLSearchParams): ImpactRoute {
  const { depth, limit } = LIMITS.changeImpact;
  return {
    view: "impact",
    path,
    source: oneOf(IMPACT_SOURCES, values.get("source")) ?? IMPACT_DEFAULTS.source,
    base: values.get("base") ?? "",
    head: values.get("head") ?? "",
    symbol: values.get("symbol") ?? "",
    change: oneOf(PLANNED_CHANGES, values.get("change")) ?? IMPACT_DEFAULTS.change,
    depth: whole(values.get("depth"), depth.maximum) ?? IMPACT_DEFAULTS.depth,
    limit: whole(values.get("limit"), limit.maximum) ?? IMPACT_DEFAULTS.limit,
  };
}

/** The inverse of `parseRoute`; omits values that equal the default. */
export function formatRoute(route: Route): string {
  if (route.view === "codebases") return "#/";
  const { view, ...values } = route;
  const defaults = DEFAULTS[view] ?? {};
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
