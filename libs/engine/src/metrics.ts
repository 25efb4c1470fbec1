/**
 * Where the engine counts what it does; what becomes of the numbers is up to the app. A name or label that
 * the contracts do not list does not compile.
 */
import type { CounterName, GaugeName, HistogramName, MetricLabels } from "@satori/contracts";

export interface Metrics {
  /** @param by default 1 */
  count<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, by?: number): void;
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  gauge(name: GaugeName, value: number): void;
}

export const NO_METRICS: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  gauge: () => undefined,
};
