/**
 * Mutates an input, with the operations of AFL's "havoc" and "splice" stages. Pure, apart from random
 * numbers.
 */
import type { Random } from "./random.ts";

export interface MutationSources {
  readonly random: Random;
  readonly maxBytes: number;
  /** Pieces of the format. */
  readonly words: readonly Uint8Array[];
  /** Another input of the corpus, as a source of parts. */
  readonly other: Uint8Array;
}

type Mutation = (input: Buffer, sources: MutationSources) => Buffer;

const MOST_STACKED = 6;
/** Limits of number ranges, and characters with a meaning in common formats. */
const INTERESTING_BYTES = [
  0, 1, 9, 10, 13, 32, 34, 35, 39, 44, 47, 58, 91, 92, 93, 123, 125, 127, 128, 129, 191, 192, 239, 254, 255,
];
const NUMBERS = [
  "0",
  "1",
  "-1",
  "127",
  "128",
  "255",
  "256",
  "65535",
  "65536",
  "2147483647",
  "4294967296",
  "9007199254740993",
  "1e308",
  "0x10",
  "00",
  "1.5",
].map((number) => Buffer.from(number));

/** A mutated input of at most `maxBytes`, never the same object. */
export function mutate(input: Uint8Array, sources: MutationSources): Uint8Array {
  const { random, maxBytes } = sources;
  let changed: Buffer = Buffer.from(input);
  for (let stacked = 1 + random.below(MOST_STACKED); stacked > 0; stacked--)
    changed = pick(MUTATIONS, random)(changed, sources);
  return changed.subarray(0, maxBytes);
}

/** A short piece of an input, or some words of the format, with the bytes before and after it. */
export interface Stretch {
  readonly before: Uint8Array;
  readonly piece: Uint8Array;
  readonly behind: Uint8Array;
}

/** Chooses a piece to repeat. */
export function stretchOf(
  input: Uint8Array,
  { random, words }: Pick<MutationSources, "random" | "words">,
): Stretch {
  const from = random.below(input.length + 1);
  const to = Math.min(input.length, from + 1 + random.below(12));
  const isOfWords = words.length > 0 && (from === to || random.below(2) === 0);
  const piece = isOfWords
    ? Buffer.concat(Array.from({ length: 1 + random.below(3) }, () => pick(words, random)))
    : input.subarray(from, to);
  return {
    before: input.subarray(0, from),
    piece,
    behind: input.subarray(random.below(2) === 0 ? from : input.length),
  };
}

/** The input with its piece repeated as often as fits. */
export function stretched({ before, piece, behind }: Stretch, bytes: number): Uint8Array {
  const times = Math.max(1, Math.floor((bytes - before.length - behind.length) / Math.max(1, piece.length)));
  return Buffer.concat([before, Buffer.alloc(times * piece.length, piece), behind]);
}

const MUTATIONS: readonly Mutation[] = [
  function flipBit(input, { random }) {
    return withByte(input, random, (byte) => byte ^ (1 << random.below(8)));
  },
  function setByte(input, { random }) {
    return withByte(input, random, () => random.below(256));
  },
  function setInterestingByte(input, { random }) {
    return withByte(input, random, () => pick(INTERESTING_BYTES, random));
  },
  function addToByte(input, { random }) {
    return withByte(input, random, (byte) => byte + random.below(35) - 17);
  },
  function remove(input, { random }) {
    const { from, to } = range(input, random);
    return Buffer.concat([input.subarray(0, from), input.subarray(to)]);
  },
  function duplicate(input, { random }) {
    const { from, to } = range(input, random);
    return inserted(input, random.below(input.length + 1), input.subarray(from, to));
  },
  // Finds work that is quadratic in the number of repetitions.
  function repeat(input, { random, maxBytes }) {
    const { from, to } = range(input, random);
    const piece = input.subarray(from, Math.min(to, from + 16));
    const times = Math.min(2 ** (1 + random.below(9)), Math.floor(maxBytes / Math.max(1, piece.length)));
    return inserted(input, to, Buffer.concat(Array.from({ length: times }, () => piece)));
  },
  function insertByte(input, { random }) {
    return inserted(
      input,
      random.below(input.length + 1),
      Buffer.of(random.below(2) === 0 ? random.below(256) : pick(INTERESTING_BYTES, random)),
    );
  },
  insertWord,
  insertWord,
  function overwriteWithWord(input, { random, words }) {
    if (words.length === 0) return input;
    const word = pick(words, random);
    const at = random.below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), word, input.subarray(at + word.length)]);
  },
  function insertNumber(input, { random }) {
    return inserted(input, random.below(input.length + 1), pick(NUMBERS, random));
  },
  function insertOther(input, { random, other }) {
    const { from, to } = range(other, random);
    return inserted(input, random.below(input.length + 1), other.subarray(from, to));
  },
  function splice(input, { random, other }) {
    return Buffer.concat([
      input.subarray(0, random.below(input.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]);
  },
  function swap(input, { random }) {
    const { from, to } = range(input, random);
    const next = to + random.below(input.length - to + 1);
    return Buffer.concat([
      input.subarray(0, from),
      input.subarray(to, next),
      input.subarray(from, to),
      input.subarray(next),
    ]);
  },
];

function insertWord(input: Buffer, { random, words }: MutationSources): Buffer {
  return words.length === 0 ? input : inserted(input, random.below(input.length + 1), pick(words, random));
}

function withByte(input: Buffer, random: Random, change: (byte: number) => number): Buffer {
  if (input.length === 0) return Buffer.of(random.below(256));
  const at = random.below(input.length);
  input[at] = change(input[at] as number);
  return input;
}

function inserted(input: Uint8Array, at: number, piece: Uint8Array): Buffer {
  return Buffer.concat([input.subarray(0, at), piece, input.subarray(at)]);
}

/** Chooses a range; short ranges are more likely than long ones. */
function range(input: Uint8Array, random: Random): { readonly from: number; readonly to: number } {
  const from = random.below(input.length + 1);
  const longest = input.length - from;
  return { from, to: from + random.below(1 + (random.below(4) === 0 ? longest : Math.min(longest, 16))) };
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  // The index is a whole number below the length.
  return values[random.below(values.length)] as Value;
}
