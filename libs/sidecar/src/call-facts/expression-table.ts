/** A hash table that finds equal expressions in the same scope, so that each is stored once. */
import { type ExprId, NONE } from "./facts.ts";

/** Numbers per entry: the file it belongs to, the expression, and its key (scope, op, two operands). */
const ENTRY = 6;
const FIRST_ENTRIES = 2_048;
/** Capacity per entry: at most every other slot is used. */
const ROOM = 2;

/** Tables not in use. Creating one takes longer than reading a small file. */
const idle: ExpressionTable[] = [];

/** Open addressing with linear probing, in one array of numbers. */
export class ExpressionTable {
  private size = FIRST_ENTRIES;
  private entries = new Int32Array(ENTRY * FIRST_ENTRIES);
  private count = 0;
  /** Number of the current file; entries of other files count as free. */
  private file = 0;

  /** Returns an empty table. */
  static take(): ExpressionTable {
    const table = idle.pop() ?? new ExpressionTable();
    table.file++;
    table.count = 0;
    return table;
  }

  /** Returns the table for reuse. It must not be used afterwards. */
  release(): void {
    // A table that has grown occupies more memory than the next file needs.
    if (this.size === FIRST_ENTRIES) idle.push(this);
  }

  /** The expression with this key; `NONE` if there is none. */
  find(scope: number, op: number, first: number, second: number): ExprId {
    const place = this.placeOf(scope, op, first, second);
    return this.entries[place] === this.file ? (this.entries[place + 1] as number) : NONE;
  }

  /** Adds an expression whose key is not in the table. */
  add(expr: ExprId, scope: number, op: number, first: number, second: number): void {
    if (++this.count * ROOM > this.size) this.grow();
    const { entries } = this;
    const at = this.placeOf(scope, op, first, second);
    entries[at] = this.file;
    entries[at + 1] = expr;
    entries[at + 2] = scope;
    entries[at + 3] = op;
    entries[at + 4] = first;
    entries[at + 5] = second;
  }

  /** Index of the entry with this key, or of the free slot for it. */
  private placeOf(scope: number, op: number, first: number, second: number): number {
    const { entries, size, file } = this;
    const sum = Math.imul(
      Math.imul(Math.imul(scope ^ 0x9e3779b9, 0x85ebca6b) ^ first, 0xc2b2ae35) ^ (second * 32 + op),
      0x27d4eb2f,
    );
    for (let at = (sum ^ (sum >>> 15)) & (size - 1); ; at = (at + 1) & (size - 1)) {
      const place = at * ENTRY;
      if (entries[place] !== file) return place;
      if (
        entries[place + 5] === second &&
        entries[place + 4] === first &&
        entries[place + 3] === op &&
        entries[place + 2] === scope
      )
        return place;
    }
  }

  private grow(): void {
    const { entries } = this;
    this.size *= 2;
    this.entries = new Int32Array(ENTRY * this.size);
    for (let from = 0; from < entries.length; from += ENTRY) {
      if (entries[from] !== this.file) continue;
      const to = this.placeOf(
        entries[from + 2] as number,
        entries[from + 3] as number,
        entries[from + 4] as number,
        entries[from + 5] as number,
      );
      for (let at = 0; at < ENTRY; at++) this.entries[to + at] = entries[from + at] as number;
    }
  }
}
