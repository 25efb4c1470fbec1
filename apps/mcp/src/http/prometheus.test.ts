import { METRICS } from "@satori/contracts";
import { expect, it } from "vitest";
import { openMetrics } from "./prometheus.ts";

/** Rows of the text, by name and labels. */
async function rows(metrics: ReturnType<typeof openMetrics>): Promise<Map<string, number>> {
  const { text } = await metrics.text();
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

it("shows every metric of the table from the start, and nothing else, as 0 but for what it is", async () => {
  const metrics = openMetrics("1.2.3");
  const { text, contentType } = await metrics.text();
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  expect([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type])).toEqual(
    Object.entries(METRICS).map(([name, { type }]) => [name, type]),
  );
  const all = await rows(metrics);
  expect([...all].filter(([, value]) => value !== 0)).toEqual([['satori_build_info{version="1.2.3"}', 1]]);
  for (const row of [
    'satori_tool_calls_total{tool="read_file",status="not_found"}',
    'codeintel_scope_operations_total{operation="prune"}',
    "codeintel_active_sessions",
    'codeintel_scope_filter_duration_seconds_count{filter_type="combined"}',
    "satori_index_run_duration_seconds_count",
  ])
    expect(all.has(row), row).toBe(true);
});

it("counts, observes and sets", async () => {
  const metrics = openMetrics("1.2.3");
  metrics.count("codeintel_scope_operations_total", { operation: "set" });
  metrics.count("codeintel_scope_operations_total", { operation: "set" }, 4);
  metrics.observe("codeintel_scope_filter_duration_seconds", { filter_type: "glob" }, 0.002);
  metrics.gauge("codeintel_active_sessions", 7);
  metrics.gauge("codeintel_active_sessions", 3);
  metrics.countRequest({ requestId: "r", method: "GET", route: null, status: 418, durationMs: 20 });
  metrics.countRequest({ requestId: "r", method: "POST", route: "mcp", status: 429, durationMs: 1 });
  expect(
    Object.fromEntries(
      [...(await rows(metrics))].filter(([name, value]) => value !== 0 && !name.includes("_bucket")),
    ),
  ).toEqual({
    'satori_build_info{version="1.2.3"}': 1,
    'codeintel_scope_operations_total{operation="set"}': 5,
    'codeintel_scope_filter_duration_seconds_sum{filter_type="glob"}': 0.002,
    'codeintel_scope_filter_duration_seconds_count{filter_type="glob"}': 1,
    codeintel_active_sessions: 3,
    'satori_http_requests_total{route="other",status="other"}': 1,
    'satori_http_requests_total{route="mcp",status="429"}': 1,
    'satori_http_request_duration_seconds_sum{route="other"}': 0.02,
    'satori_http_request_duration_seconds_count{route="other"}': 1,
    'satori_http_request_duration_seconds_sum{route="mcp"}': 0.001,
    'satori_http_request_duration_seconds_count{route="mcp"}': 1,
  });
});

it("keeps its own counts apart from those of another", async () => {
  const [one, other] = [openMetrics("1.2.3"), openMetrics("1.2.3")];
  one.count("satori_index_runs_total", { outcome: "failed" });
  expect([
    (await rows(one)).get('satori_index_runs_total{outcome="failed"}'),
    (await rows(other)).get('satori_index_runs_total{outcome="failed"}'),
  ]).toEqual([1, 0]);
});
