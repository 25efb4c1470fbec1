/**
 * SQLite's variable-length numbers, within JavaScript's safe range below 2⁵³, which no count here reaches.
 * Pure.
 */

/**
 * Decodes all numbers. Each byte has seven bits, highest first; all bytes of a number except its last have
 * the top bit set.
 */
export function decodeNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers;
}

/** Encodes numbers in the form that `decodeNumbers` reads. */
export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap((number) => {
      const bytes = [number % 128];
      for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
        bytes.unshift(128 + (rest % 128));
      return bytes;
    }),
  );
}

/** Reads one number after the other. Past the end it reads zeros, so callers have to check `at`. */
export class NumberReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  next(): number {
    let value = 0;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
}
