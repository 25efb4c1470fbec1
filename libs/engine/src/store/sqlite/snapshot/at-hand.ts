/**
 * Which indexes of a process keep in memory what was read of them: those that were asked last. What a
 * question needs of all files, and texts and call facts that were read lately, take 16 MB for a codebase of
 * 250 files; a server that came upon one codebase after another would keep that of each until it ends.
 */

/** Something that keeps what it has read, and reads it again when it is next asked. */
export interface Rests {
  /** Lets go of it. Whoever is reading is not disturbed. Never throws. */
  rest(): void;
}

export class AtHand {
  /** The one asked longest ago first. */
  private readonly asked = new Set<Rests>();

  constructor(private readonly most: number) {}

  /** Takes note of one that is asked; beyond so many, the one asked longest ago rests. */
  use(index: Rests): void {
    this.asked.delete(index);
    this.asked.add(index);
    const [oldest] = this.asked;
    if (this.asked.size <= this.most || oldest === undefined) return;
    this.asked.delete(oldest);
    oldest.rest();
  }

  /** Forgets one that is closed. */
  drop(index: Rests): void {
    this.asked.delete(index);
  }
}
