/**
 * Sets an entry of a map that keeps so many, those that were set last; the one that was set longest ago goes.
 */
export function keepLatest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) return void map.delete(oldest);
}
