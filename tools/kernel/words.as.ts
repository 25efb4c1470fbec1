// AssemblyScript, compiled by tools/kernel/generate.ts: finds the words of a text, and looks up a cached
// value for each. Texts are UTF-16.

/**
 * Hash table: pairs of a word's hash and the address of its record, 0 for an empty slot. A record: length of
 * the word in units (2 bytes), the word, length of the value in bytes (2 bytes), the value; at even
 * addresses.
 */
let slots: usize = 0;
/** Size of all slots in bytes, minus one pair. */
let mask: usize = 0;

/** See `open`. */
let maxWord: usize = 0;
let maxDigits: usize = 0;
let hasPlurals: bool = false;

/** Start, end and hash of the word that has no value yet, and the free slot for it. */
export let wordStart: usize = 0;
export let wordEnd: usize = 0;
export let wordHash: u32 = 0;
export let wordSlot: usize = 0;
/** End of the values written so far. */
export let written: usize = 0;
/** All units seen so far, combined by OR: above 127 if the text is not ASCII. */
export let seen: u32 = 0;

const DONE: i32 = 0;
/** The word has no value yet. */
const UNKNOWN: i32 = 1;
/** There is no room for the next value. */
const FULL: i32 = 2;

const UNIT: usize = 2;
const BLANK: u8 = 32;
const UNDERSCORE: u32 = 95;
const SMALL_S: u32 = 115;
/** The bit of an ASCII letter that is set in lower case. */
const SMALL: u32 = 32;

/**
 * @param count number of slots, a power of two
 * @param longest size in bytes of the longest word, or part of one, that is cached; a longer ASCII word has
 * no value
 * @param digits number of a number's last digits that count, in bytes
 * @param plurals 1 if the s of a plural stays with the capitals before it
 */
export function open(at: usize, count: usize, longest: usize, digits: usize, plurals: i32): void {
  slots = at;
  mask = (count << 3) - 8;
  maxWord = longest;
  maxDigits = digits;
  hasPlurals = plurals != 0;
}

/**
 * Writes the values of the words between two addresses, starting at `to`. A word begins with a letter or an
 * underscore and continues with these and digits; any character beyond ASCII belongs to it. With `gap`,
 * values are separated by a blank; the first value begins at `first`.
 */
export function words(from: usize, end: usize, to: usize, limit: usize, first: usize, gap: i32): i32 {
  let at = from;
  while (at < end) {
    let unit: u32 = load<u16>(at);
    if (!isStart(unit)) {
      at += UNIT;
      continue;
    }
    const start = at;
    let hash: u32 = 0x811c9dc5;
    let all: u32 = 0;
    do {
      hash = (hash ^ unit) * 0x01000193;
      all |= unit;
      at += UNIT;
      if (at == end) break;
      unit = load<u16>(at);
    } while (isStart(unit) || isDigit(unit));
    seen |= all;
    const isLong = at - start > maxWord;
    if (isLong && all < 128) continue;
    const value: usize = isLong ? 0 : find(start, at, hash, 0);
    if (value == 0) return stop(start, at, hash, to, isLong ? 0 : wordSlot);
    const size: usize = load<u16>(value);
    if (size == 0) continue;
    if (to + size + 16 > limit) {
      stop(start, at, hash, to, 0);
      return FULL;
    }
    if (gap != 0 && to > first) store<u8>(to++, BLANK);
    copy(to, value + UNIT, size);
    to += size;
  }
  written = to;
  return DONE;
}

/**
 * The same for parts of words, in any notation: lower-case letters after at most one capital, capitals,
 * or digits.
 */
export function parts(from: usize, end: usize, to: usize, limit: usize, first: usize, gap: i32): i32 {
  let at = from;
  while (at < end) {
    const unit: u32 = load<u16>(at);
    if (!isLetter(unit) && !isDigit(unit)) {
      seen |= unit;
      at += UNIT;
      continue;
    }
    let start = at;
    at = endOfPart(at, end);
    if (isDigit(unit) && at - start > maxDigits) start = at - maxDigits;
    if (at - start > maxWord) continue;
    let hash: u32 = 0x811c9dc5;
    for (let next = start; next < at; next += UNIT) hash = (hash ^ (<u32>load<u16>(next) | SMALL)) * 0x01000193;
    const value = find(start, at, hash, SMALL);
    if (value == 0) return stop(start, at, hash, to, wordSlot);
    const size: usize = load<u16>(value);
    if (to + size + 16 > limit) {
      stop(start, at, hash, to, 0);
      return FULL;
    }
    if (gap != 0 && size != 0 && to > first) store<u8>(to++, BLANK);
    copy(to, value + UNIT, size);
    to += size;
  }
  written = to;
  return DONE;
}

function stop(start: usize, end: usize, hash: u32, to: usize, slot: usize): i32 {
  wordStart = start;
  wordEnd = end;
  wordHash = hash;
  wordSlot = slot;
  written = to;
  return UNKNOWN;
}

/** Address of a word's value; 0 if it has none, and then `wordSlot` is free. */
function find(start: usize, end: usize, hash: u32, fold: u32): usize {
  let place: usize = <usize>((hash ^ (hash >>> 15)) << 3) & mask;
  let record: usize = load<u32>(slots + place, 4);
  while (record != 0) {
    if (load<u32>(slots + place) == hash && holds(record, start, end, fold)) return record + UNIT + (end - start);
    place = (place + 8) & mask;
    record = load<u32>(slots + place, 4);
  }
  wordSlot = slots + place;
  return 0;
}

function holds(record: usize, start: usize, end: usize, fold: u32): bool {
  if (<usize>load<u16>(record) * UNIT != end - start) return false;
  let kept = record + UNIT;
  for (let at = start; at < end; at += UNIT) {
    if (<u32>load<u16>(kept) != (<u32>load<u16>(at) | fold)) return false;
    kept += UNIT;
  }
  return true;
}

/** Copies eight bytes at a time, so that both areas need room after their end. */
// @ts-ignore: decorator
@inline
function copy(to: usize, from: usize, size: usize): void {
  for (let done: usize = 0; done < size; done += 8) store<u64>(to + done, load<u64>(from + done));
}

function endOfPart(at: usize, end: usize): usize {
  const first: u32 = load<u16>(at);
  let next = at + UNIT;
  if (isDigit(first)) {
    while (next < end && isDigit(load<u16>(next))) next += UNIT;
    return next;
  }
  if (!isCapital(first)) return endOfSmall(next, end);
  while (next < end && isCapital(load<u16>(next))) next += UNIT;
  if (next == end || !isSmall(load<u16>(next))) return next;
  if (hasPlurals && next - at > UNIT && isPlural(next, end)) return next + UNIT;
  // The last of several capitals begins the next part.
  return next - at > UNIT ? next - UNIT : endOfSmall(next, end);
}

/** Whether an s ends a word or part, as behind the capitals of `URLs`. */
function isPlural(at: usize, end: usize): bool {
  return load<u16>(at) == SMALL_S && (at + UNIT == end || !isSmall(load<u16>(at + UNIT)));
}

function endOfSmall(at: usize, end: usize): usize {
  let next = at;
  while (next < end && isSmall(load<u16>(next))) next += UNIT;
  return next;
}

// @ts-ignore: decorator
@inline
function isStart(unit: u32): bool {
  return isLetter(unit) || unit == UNDERSCORE || unit > 127;
}

// @ts-ignore: decorator
@inline
function isLetter(unit: u32): bool {
  return (unit | SMALL) - 97 < 26;
}

// @ts-ignore: decorator
@inline
function isSmall(unit: u32): bool {
  return unit - 97 < 26;
}

// @ts-ignore: decorator
@inline
function isCapital(unit: u32): bool {
  return unit - 65 < 26;
}

// @ts-ignore: decorator
@inline
function isDigit(unit: u32): bool {
  return unit - 48 < 10;
}
