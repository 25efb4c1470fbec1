/**
 * A cache of recently read and decoded values, limited by size. A server is asked about the same files again
 * and again.
 */
export class RecentCache<Value, Key = number> {
  /** Least recently used first. */
  private readonly entries = new Map<Key, Value>();
  private size = 0;

  constructor(
    private readonly maxSize: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  /** Cached value of an id, loaded if missing. */
  get(id: Key, load: () => Value): Value {
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

  /**
   * Removes entries that nobody will request again, which would otherwise take up room until the cache is
   * full.
   */
  keepOnly(isKept: (id: Key) => boolean): void {
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
