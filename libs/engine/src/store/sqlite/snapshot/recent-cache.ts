/**
 * What was read and decoded lately, up to a size: a server is asked about the same places again and again.
 */
export class RecentCache<Value> {
  /** Oldest use first. */
  private readonly entries = new Map<number, Value>();
  private size = 0;

  constructor(
    private readonly maxSize: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  get(id: number, load: () => Value): Value {
    let entry = this.entries.get(id);
    if (entry !== undefined) this.entries.delete(id);
    else {
      entry = load();
      this.size += this.sizeOf(entry);
    }
    this.entries.set(id, entry);
    this.evict();
    return entry;
  }

  /** Forgets all that nobody will ask for again: it would count, and stay, until there is no more room. */
  keepOnly(isKept: (id: number) => boolean): void {
    for (const [id, entry] of this.entries) {
      if (isKept(id)) continue;
      this.entries.delete(id);
      this.size -= this.sizeOf(entry);
    }
  }

  private evict(): void {
    for (const [id, entry] of this.entries) {
      if (this.size <= this.maxSize || this.entries.size === 1) return;
      this.entries.delete(id);
      this.size -= this.sizeOf(entry);
    }
  }
}
