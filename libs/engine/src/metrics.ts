/**
 * The engine's counters. The app decides what happens with the numbers. A name or label that is not in the
 * contracts does not compile.
 */
import type { CounterName, GaugeName, HistogramName, MetricLabels } from "@satori/contracts";

export interface Metrics {
  /** @param by default: 1 */
  count<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, by?: number): void;
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  gauge(name: GaugeName, value: number): void;
}

export const NO_METRICS: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  gauge: () => undefined,
};
