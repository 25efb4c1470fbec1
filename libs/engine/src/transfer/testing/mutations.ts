/** Damage of files, the same in every run. */

/** Repeatable numbers from 0 to 1. */
export function randomNumbers(): () => number {
  let state = 7;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** One of: a changed byte, a run of other bytes, a piece missing at the end. @param start first byte changed */
export function mutated(whole: Buffer, start: number, random: () => number): Buffer {
  const copy = Buffer.from(whole);
  const at = start + Math.floor(random() * (copy.length - start));
  const kind = Math.floor(random() * 3);
  if (kind === 0) copy[at] = ((copy[at] ?? 0) + 1 + Math.floor(random() * 255)) % 256;
  else if (kind === 1) copy.fill(Math.floor(random() * 256), at, Math.min(copy.length, at + 400));
  return kind === 2 ? copy.subarray(0, at) : copy;
}
