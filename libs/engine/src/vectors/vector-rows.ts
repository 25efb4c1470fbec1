/**
 * Rows of a table in an order of their own, for a reader that uses only some of them. Rows that follow each
 * other in the table are scored together.
 */
import { firstNotBefore } from "../first-not-before.ts";
import type { RowRun, RowScores, ScoredRows, ScoredTable, VectorTable } from "./vector-table.ts";

/** Rows that follow each other, both here and in the table. */
interface Run {
  /** First row here, and in the table. */
  readonly at: number;
  readonly row: number;
  count: number;
}

export class VectorRows implements ScoredTable {
  private readonly runs: Run[] = [];
  private rowCount = 0;

  constructor(private readonly table: VectorTable) {}

  get count(): number {
    return this.rowCount;
  }

  get dimension(): number {
    return this.table.dimension;
  }

  /** Appends rows of the table. */
  add(row: number, count: number): void {
    if (count === 0) return;
    const last = this.runs.at(-1);
    if (last && last.row + last.count === row) last.count += count;
    else this.runs.push({ at: this.rowCount, row, count });
    this.rowCount += count;
  }

  /** As `VectorTable.score`. */
  score(query: Float32Array, { first = 0, count = this.count - first, check }: ScoredRows = {}): RowScores {
    const end = first + count;
    const scored: RowRun[] = [];
    const after = firstNotBefore(this.runs, ({ at }) => at <= first);
    for (let run = Math.max(0, after - 1); run < this.runs.length; run++) {
      const { at, row, count: length } = this.runs[run] as Run;
      if (at >= end) break;
      const from = Math.max(at, first);
      scored.push({ first: row + from - at, count: Math.min(at + length, end) - from });
    }
    return this.table.scoreRuns(query, scored, check);
  }
}
