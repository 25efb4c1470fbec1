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

  /** Cached value of a key, loaded if missing. */
  get(key: Key, load: () => Value): Value {
    let entry = this.entries.get(key);
    if (entry !== undefined) this.entries.delete(key);
    else {
      entry = load();
      this.size += this.sizeOf(entry);
    }
    this.entries.set(key, entry);
    this.evict();
    return entry;
  }

  /**
   * Removes entries that nobody will request again, which would otherwise take up room until the cache is
   * full.
   */
  keepOnly(isKept: (key: Key) => boolean): void {
    for (const [key, entry] of this.entries) {
      if (isKept(key)) continue;
      this.entries.delete(key);
      this.size -= this.sizeOf(entry);
    }
  }

  private evict(): void {
    for (const [key, entry] of this.entries) {
      if (this.size <= this.maxSize || this.entries.size === 1) return;
      this.entries.delete(key);
      this.size -= this.sizeOf(entry);
    }
  }
}
