/** Metrics for Prometheus: registers the table of metrics with its client library. */
import { METRICS, type MetricContract, type MetricLabels } from "@satori/contracts";
import type { Metrics } from "@satori/engine";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Answered } from "./http-server.ts";

export interface PrometheusMetrics extends Metrics {
  text(): Promise<{ readonly contentType: string; readonly text: string }>;
  countRequest(answered: Answered): void;
}

/**
 * Every row exists from the start, as 0, so that an event that has not happened differs from one that is not
 * counted.
 *
 * @param version of the server
 */
export function openMetrics(version: string): PrometheusMetrics {
  const registry = new Registry();
  const metrics = new Map(
    Object.entries<MetricContract>(METRICS).map(([name, contract]) => [
      name,
      register(registry, name, contract),
    ]),
  );
  const of = <Kind extends Counter | Gauge | Histogram>(name: string): Kind => metrics.get(name) as Kind;
  of<Gauge>("satori_build_info").set({ version }, 1);
  const own: Metrics = {
    // The table types the labels of each name: all of them are strings.
    count: (name, labels, by = 1) => of<Counter>(name).inc(labels as Record<string, string>, by),
    observe: (name, labels, value) => of<Histogram>(name).observe(labels as Record<string, string>, value),
    gauge: (name, value) => of<Gauge>(name).set(value),
  };
  return {
    ...own,
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    countRequest: ({ route, status, durationMs }) => {
      const labels = { route: route ?? "other" } as const;
      own.count("satori_http_requests_total", { ...labels, status: statusLabel(status) });
      own.observe("satori_http_request_duration_seconds", labels, durationMs / 1_000);
    },
  };
}

function register(
  registry: Registry,
  name: string,
  { type, help, labels, buckets = [] }: MetricContract,
): Counter | Gauge | Histogram {
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  switch (type) {
    case "counter": {
      const counter = new Counter(options);
      for (const row of rowsOf(labels)) counter.inc(row, 0);
      return counter;
    }
    case "gauge":
      return new Gauge(options);
    case "histogram": {
      const histogram = new Histogram({ ...options, buckets: [...buckets] });
      for (const row of rowsOf(labels)) histogram.zero(row);
      return histogram;
    }
  }
}

/** Every combination of label values; empty if a label can have any value. */
function rowsOf(labels: MetricContract["labels"]): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (rows, [label, values]) =>
      rows.flatMap((row) => (values === "any" ? [] : values).map((value) => ({ ...row, [label]: value }))),
    [{}],
  );
}

type StatusLabel = MetricLabels<"satori_http_requests_total">["status"];

function statusLabel(status: number): StatusLabel {
  return (
    METRICS.satori_http_requests_total.labels.status.find((label) => label === String(status)) ?? "other"
  );
}
