/**
 * NDCG@10 as computed by the benchmark's own script: every target takes the rank of the first result that
 * covers it (same file, and overlapping lines if the target has any), gains are binary, the ideal is min(10,
 * targets). Pure.
 */

export interface Target {
  readonly path: string;
  readonly start?: number;
  readonly end?: number;
}

export interface BenchmarkQuestion {
  readonly id: string;
  readonly repo: string;
  readonly lang: string;
  readonly category: string;
  readonly query: string;
  readonly root: string;
  readonly relevant: readonly Target[];
}

export interface Result {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

const DEPTH = 10;

export function ndcg(targets: readonly Target[], results: readonly Result[]): number {
  const ranks = targets
    .map((target) => results.slice(0, DEPTH).findIndex((result) => covers(result, target)) + 1)
    .filter((rank) => rank > 0);
  const gain = [...new Set(ranks)].reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  let ideal = 0;
  for (let at = 0; at < Math.min(DEPTH, targets.length); at++) ideal += 1 / Math.log2(at + 2);
  return ideal === 0 ? 0 : gain / ideal;
}

/** Whether the first result is a target's file. */
export function hitsFirst(targets: readonly Target[], results: readonly Result[]): boolean {
  const [first] = results;
  return first !== undefined && targets.some(({ path }) => isSameFile(first.path, path));
}

function covers(result: Result, { path, start, end }: Target): boolean {
  if (!isSameFile(result.path, path)) return false;
  return start === undefined || end === undefined || (result.end >= start && result.start <= end);
}

function isSameFile(path: string, target: string): boolean {
  return path === target || path.endsWith(`/${target}`);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
