// Passes a text to the parser, within a budget. Works in the memory of the parser's runtime.

/** The runtime's own callbacks, used while no text was passed here. */
// @ts-ignore: decorator
@external("env", "theirRead")
declare function theirRead(buffer: usize, index: u32, row: u32, column: u32, length: usize): void;
// @ts-ignore: decorator
@external("env", "theirProgress")
declare function theirProgress(offset: u32, hasError: i32): i32;

/** Text is UTF-16. */
export const UNIT: u32 = 2;

let text: usize = 0;
let textUnits: u32 = 0;
let pieceUnits: u32 = 0;
let isOwn: bool = false;
/** The parser's remaining budget. */
let readsLeft: f64 = 0;
let callbacksLeft: f64 = 0;

/** Sets the text of the next parse, in pieces of `piece` units, and its budget. */
export function begin(at: usize, units: u32, piece: u32, reads: f64, callbacks: f64): void {
  text = at;
  textUnits = units;
  pieceUnits = piece;
  readsLeft = reads;
  callbacksLeft = callbacks;
  isOwn = true;
}

/** Ends the parse. Returns whether the parser stayed within its budget of reads. */
export function end(): bool {
  isOwn = false;
  return readsLeft >= 0;
}

/**
 * `tree_sitter_parse_callback`. A scanner that reads to the end of the file at each token exceeds the budget;
 * the text then ends at once.
 */
export function read(buffer: usize, index: u32, row: u32, column: u32, length: usize): void {
  if (!isOwn) {
    theirRead(buffer, index, row, column, length);
    return;
  }
  readsLeft -= 1;
  let units: u32 = 0;
  if (readsLeft >= 0 && index < textUnits) {
    const left = textUnits - index;
    const from = text + index * UNIT;
    units = min(pieceUnits, left);
    // If a piece ended inside a surrogate pair, the parser would take its halves for two characters.
    if (units > 1 && units < left && isHighSurrogate(load<u16>(from + (units - 1) * UNIT))) units--;
    memory.copy(buffer, from, units * UNIT);
  }
  store<u32>(length, units);
}

// @ts-ignore: decorator
@inline
function isHighSurrogate(unit: u32): bool {
  return (unit & 0xfc00) == 0xd800;
}

/** `tree_sitter_progress_callback`: whether the parser has to stop. */
export function progress(offset: u32, hasError: i32): i32 {
  if (!isOwn) return theirProgress(offset, hasError);
  callbacksLeft -= 1;
  return callbacksLeft < 0 || readsLeft < 0 ? 1 : 0;
}
