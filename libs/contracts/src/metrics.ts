/** The product's metrics: everything that `/metrics` can show, by name. */
import { STATUSES } from "./codes/statuses.ts";
import { TOOL_NAMES } from "./tool-names.ts";

export interface MetricContract {
  /**
   * `counter`: only grows. `gauge`: a current value. `histogram`: number of values up to each bound, in
   * seconds.
   */
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** All values of each label; `any` if they are not a closed set. */
  readonly labels: Readonly<Record<string, readonly string[] | "any">>;
  /** Upper bounds of a histogram's buckets, ascending. */
  readonly buckets?: readonly number[];
}

/** Statuses with a label value of their own; all others are `other`. */
const HTTP_STATUSES = [
  "200",
  "202",
  "204",
  "304",
  "400",
  "401",
  "403",
  "404",
  "405",
  "406",
  "413",
  "414",
  "415",
  "429",
  "431",
  "499",
  "500",
  "503",
  "other",
] as const;
const ROUTES = ["mcp", "console", "healthz", "readyz", "metrics", "other"] as const;
const STATUS_NAMES = Object.keys(STATUSES) as readonly (keyof typeof STATUSES)[];

const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

export const METRICS = {
  satori_build_info: {
    type: "gauge",
    help: "Always 1; the label is the server's version.",
    labels: { version: "any" },
  },
  codeintel_active_sessions: { type: "gauge", help: "Sessions with a scope.", labels: {} },
  codeintel_scope_operations_total: {
    type: "counter",
    help: "Operations on session scopes.",
    labels: { operation: ["set", "get", "clear", "prune"] },
  },
  codeintel_scope_filter_duration_seconds: {
    type: "histogram",
    help: "Time to apply the filters of a scope.",
    labels: { filter_type: ["glob", "language", "combined"] },
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1],
  },
  satori_tool_calls_total: {
    type: "counter",
    help: "Answered tool calls, by status.",
    labels: { tool: TOOL_NAMES, status: STATUS_NAMES },
  },
  satori_tool_call_duration_seconds: {
    type: "histogram",
    help: "Time from a call to its answer.",
    labels: { tool: TOOL_NAMES },
    buckets: CALL_BUCKETS,
  },
  satori_index_runs_total: {
    type: "counter",
    help: "Full runs that ended.",
    labels: { outcome: ["completed", "failed", "cancelled"] },
  },
  satori_index_run_duration_seconds: {
    type: "histogram",
    help: "Duration of full runs, whatever their outcome.",
    labels: {},
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800],
  },
  satori_indexed_files_total: {
    type: "counter",
    help: "Files written by runs and syncs.",
    labels: { by: ["run", "sync"] },
  },
  satori_indexed_chunks_total: {
    type: "counter",
    help: "Chunks written by runs and syncs.",
    labels: { by: ["run", "sync"] },
  },
  satori_syncs_total: {
    type: "counter",
    help: "Comparisons of an index with the disk, by result.",
    labels: { result: ["changed", "unchanged", "locked", "indexing", "requires_reindex", "failed"] },
  },
  satori_sync_files_total: {
    type: "counter",
    help: "Files that syncs found changed.",
    labels: { change: ["added", "modified", "removed"] },
  },
  satori_embedding_texts_total: {
    type: "counter",
    help: "Texts for a remote embedder, by whether the cache had their vectors.",
    labels: { cache: ["hit", "miss"] },
  },
  satori_http_requests_total: {
    type: "counter",
    help: "HTTP requests; status 499 if the client disconnected before the response.",
    labels: { route: ROUTES, status: HTTP_STATUSES },
  },
  satori_http_request_duration_seconds: {
    type: "histogram",
    help: "Time from the head of a request to the end of its response.",
    labels: { route: ROUTES },
    buckets: CALL_BUCKETS,
  },
  satori_mcp_sessions: {
    type: "gauge",
    help: "Open sessions of the earlier protocol era.",
    labels: {},
  },
} as const satisfies Readonly<Record<string, MetricContract>>;

export type MetricName = keyof typeof METRICS;

type NamesOf<Type extends MetricContract["type"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never;
}[MetricName];
export type CounterName = NamesOf<"counter">;
/** Gauges that change: `satori_build_info` is always 1. */
export type GaugeName = Exclude<NamesOf<"gauge">, "satori_build_info">;
export type HistogramName = NamesOf<"histogram">;

/** A value for each label of a metric. */
export type MetricLabels<Name extends MetricName> = {
  readonly [
    Label in keyof (typeof METRICS)[Name]["labels"]
  ]: (typeof METRICS)[Name]["labels"][Label] extends readonly (infer Value)[] ? Value : never;
};
