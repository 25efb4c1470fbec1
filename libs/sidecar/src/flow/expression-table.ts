/** Finds expressions again by the scope that they stand in and what they are made of. */
import { type ExprId, NONE } from "./facts.ts";

/** Numbers of an entry: an expression, one more than its place, and what it is found by. */
const ENTRY = 5;
/** Most files need no more. */
const FIRST_ENTRIES = 2_048;
/** Of the entries at most every other one is taken. */
const ROOM = 2;

export class ExpressionTable {
  private size = FIRST_ENTRIES;
  private entries = new Int32Array(ENTRY * FIRST_ENTRIES);
  private count = 0;

  /** `NONE` where there is none yet. */
  find(scope: number, op: number, first: number, second: number): ExprId {
    const taken = this.entries[this.placeOf(scope, op, first, second)] as number;
    return taken === 0 ? NONE : taken - 1;
  }

  /** Puts in one that is not there. */
  add(expr: ExprId, scope: number, op: number, first: number, second: number): void {
    if (++this.count * ROOM > this.size) this.grow();
    const { entries } = this;
    const at = this.placeOf(scope, op, first, second);
    entries[at] = expr + 1;
    entries[at + 1] = scope;
    entries[at + 2] = op;
    entries[at + 3] = first;
    entries[at + 4] = second;
  }

  /** Of an entry, or of the one that is free for it. */
  private placeOf(scope: number, op: number, first: number, second: number): number {
    const { entries, size } = this;
    const sum = Math.imul(Math.imul(Math.imul(scope ^ 0x9e3779b9, 0x85ebca6b) ^ first, 0xc2b2ae35) ^ (second * 32 + op), 0x27d4eb2f);
    for (let at = (sum ^ (sum >>> 15)) & (size - 1); ; at = (at + 1) & (size - 1)) {
      const place = at * ENTRY;
      const isHere = entries[place + 4] === second && entries[place + 3] === first && entries[place + 2] === op && entries[place + 1] === scope;
      if (isHere || entries[place] === 0) return place;
    }
  }

  private grow(): void {
    const { entries } = this;
    this.size *= 2;
    this.entries = new Int32Array(ENTRY * this.size);
    for (let from = 0; from < entries.length; from += ENTRY) {
      if (entries[from] === 0) continue;
      const to = this.placeOf(entries[from + 1] as number, entries[from + 2] as number, entries[from + 3] as number, entries[from + 4] as number);
      for (let at = 0; at < ENTRY; at++) this.entries[to + at] = entries[from + at] as number;
    }
  }
}
