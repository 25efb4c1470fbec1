/** Sets an entry of a map that keeps at most `most` entries. Removes the entry that was set longest ago. */
export function keepLatest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) return void map.delete(oldest);
}
