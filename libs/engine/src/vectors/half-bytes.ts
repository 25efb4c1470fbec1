/** Packs two values from −8 to 7 into a byte, the first in its lower half. Pure. */

export function packHalves(values: Int8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 2));
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = ((values[2 * at] as number) & 15) | (((values[2 * at + 1] ?? 0) & 15) << 4);
  return bytes;
}

/**
 * Both values of every byte, as laid out in memory: one lookup per byte replaces two shifts and a sign
 * extension.
 */
const PAIRS = new Uint16Array(
  Int8Array.from({ length: 512 }, (_, at) => (((at >> 1) >> (4 * (at & 1))) << 28) >> 28).buffer,
);

/**
 * Values that `packHalves` packed.
 *
 * @param count number of packed values
 */
export function unpackHalves(bytes: Uint8Array, count: number): Int8Array {
  const pairs = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) pairs[at] = PAIRS[bytes[at] as number] as number;
  return new Int8Array(pairs.buffer, 0, count);
}
