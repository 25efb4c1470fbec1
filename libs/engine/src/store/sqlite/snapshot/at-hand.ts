/**
 * Limits how many indexes of a process keep data in memory, to those used last. Data about all files, and
 * recently read texts and call facts, take 16 MB for a codebase of 250 files. A server that meets one
 * codebase after another would keep all of them until it ends.
 */

/** Caches data, and reads it again when needed. */
export interface Rests {
  /** Drops the cached data. Does not affect open readers. Never throws. */
  rest(): void;
}

export class AtHand {
  /** Least recently used first. */
  private readonly asked = new Set<Rests>();

  constructor(private readonly most: number) {}

  /** Records a use. Beyond the limit, the least recently used index drops its data. */
  use(index: Rests): void {
    this.asked.delete(index);
    this.asked.add(index);
    const [oldest] = this.asked;
    if (this.asked.size <= this.most || oldest === undefined) return;
    this.asked.delete(oldest);
    oldest.rest();
  }

  /** Forgets an index that is closed. */
  drop(index: Rests): void {
    this.asked.delete(index);
  }
}
