import { describe, expect, it } from "vitest";
import { METRICS, type MetricContract } from "./metrics.ts";

describe.each(Object.entries<MetricContract>(METRICS))("%s", (name, { type, help, labels, buckets }) => {
  it("is named as Prometheus wants it, by what it counts and its unit", () => {
    expect(name).toMatch(
      type === "counter"
        ? /^(?:codeintel|satori)_[a-z_]+_total$/
        : type === "histogram"
          ? /^(?:codeintel|satori)_[a-z_]+_seconds$/
          : /^(?:codeintel|satori)_[a-z_]+(?:s|_info)$/,
    );
    for (const label of Object.keys(labels)) expect(label).toMatch(/^[a-z_]+$/);
  });

  it("says what it is, and all that its labels can be", () => {
    expect(help).toMatch(/^[A-Z].*\.$/);
    const closed = Object.values(labels).filter((values) => values !== "any");
    for (const values of closed) {
      expect(values.length).toBeGreaterThan(1);
      expect(new Set(values).size).toBe(values.length);
    }
    // Each combination is a row of its own.
    expect(closed.reduce((rows, values) => rows * values.length, 1)).toBeLessThan(200);
  });

  it(type === "histogram" ? "has bounds that ascend" : "has no bounds", () => {
    if (type !== "histogram") expect(buckets).toBeUndefined();
    else expect([...(buckets ?? [])]).toEqual([...new Set(buckets)].sort((left, right) => left - right));
  });
});

it("keeps the three that others rely on", () => {
  expect(METRICS.codeintel_active_sessions).toMatchObject({ type: "gauge", labels: {} });
  expect(METRICS.codeintel_scope_operations_total).toMatchObject({
    type: "counter",
    labels: { operation: ["set", "get", "clear", "prune"] },
  });
  expect(METRICS.codeintel_scope_filter_duration_seconds).toMatchObject({
    type: "histogram",
    labels: { filter_type: ["glob", "language", "combined"] },
  });
});
