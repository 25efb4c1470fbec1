/**
 * What was worked out of each word, kept for the next time that the word comes by. A text goes in whole and
 * the values of all of its words come out, side by side: the scan and the look-ups are WebAssembly
 * (tools/kernel/words.as.ts), since every word of a codebase comes by several times, and each thread would
 * first have to learn how to do that quickly in JavaScript.
 */
import { WORDS_KERNEL } from "./generated/words-kernel.ts";

export interface WordMemoryOptions {
  /**
   * `words`: letters, digits and underscores, that do not begin with a digit, and with them all that is
   * beyond ASCII. `parts`: what ASCII words consist of, which is small letters after at most one capital,
   * capitals, or digits; spellings that differ in case are one.
   */
  readonly of: "words" | "parts";
  /**
   * Of the longest word or part that has a value; what is not ASCII has one, but is not remembered, when it
   * is longer.
   */
  readonly maxChars: number;
  /** Of a number only its last digits count; default as many as `maxChars`. */
  readonly maxDigits?: number;
  /** Words remembered, a power of two; beyond it the memory starts anew. */
  readonly capacity: number;
  /** Of a word that is not known, as it is written; at most 65,535 bytes. */
  readonly compute: (word: string) => Uint8Array;
  /** Whether a blank stands between two values that are not empty. */
  readonly hasGaps?: boolean;
}

/** The values of a text's words, in its order. */
export interface WordValues {
  /** Valid until the memory is asked again. */
  readonly bytes: Buffer;
  /** Whether the text is ASCII. */
  readonly isAscii: boolean;
}

interface WordsKernel {
  open(slots: number, count: number, maxWordBytes: number, maxDigitBytes: number): void;
  words(from: number, end: number, to: number, limit: number, first: number, gap: number): number;
  parts(from: number, end: number, to: number, limit: number, first: number, gap: number): number;
  readonly wordStart: WebAssembly.Global;
  readonly wordEnd: WebAssembly.Global;
  readonly wordHash: WebAssembly.Global;
  readonly wordSlot: WebAssembly.Global;
  readonly written: WebAssembly.Global;
  readonly seen: WebAssembly.Global;
}

const PAGE_BYTES = 65_536;
const UNIT_BYTES = 2;
const CELL_BYTES = 4;
const SLOT_BYTES = 2 * CELL_BYTES;
/** Nothing stands at 0: an address of 0 is none. */
const SLOTS_AT = 64;
/** Texts that are longer make the memory start anew. */
const FIRST_TEXT_UNITS = 1 << 15;
/** Room for values, for each unit of a text; words that need more make the memory start anew. */
const VALUE_BYTES_A_UNIT = 8;
/** What the kernel may read and write beyond what it was asked for. */
const SPARE_BYTES = 64;

const GROWTH = 1.25;

const BLANK = 32;
/** Set in an ASCII letter that is a small one, and in digits. */
const SMALL = 32;

/** What the kernel says: all is written, nothing is remembered of a word, there is no room for a value. */
const DONE = 0;
const FULL = 2;

let compiled: WebAssembly.Module | undefined;

export class WordMemory {
  private readonly options: WordMemoryOptions;
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly kernel: WordsKernel;
  private readonly gap: 0 | 1;
  /** All memory, by bytes, units of texts and cells of 32 bits. */
  private bytes = Buffer.alloc(0);
  private units = new Uint16Array();
  private cells = new Int32Array();
  /** Words remembered. */
  private count = 0;
  private textUnits = 0;
  private valueBytesAUnit = 0;
  private textAt = 0;
  private valuesAt = 0;
  private recordsAt = 0;
  /** Where the next record begins. */
  private recordsEnd = 0;

  constructor(options: WordMemoryOptions) {
    this.options = options;
    compiled ??= new WebAssembly.Module(Buffer.from(WORDS_KERNEL, "base64"));
    // The generated module exports exactly these.
    this.kernel = new WebAssembly.Instance(compiled, { env: { memory: this.memory } })
      .exports as unknown as WordsKernel;
    this.gap = options.hasGaps === true ? 1 : 0;
    this.layOut(FIRST_TEXT_UNITS, VALUE_BYTES_A_UNIT);
  }

  valuesOf(text: string): WordValues {
    if (text.length > this.textUnits)
      this.layOut(2 ** Math.ceil(Math.log2(text.length)), this.valueBytesAUnit);
    const { kernel, textAt, valuesAt } = this;
    const end = textAt + this.bytes.write(text, textAt, "utf16le");
    kernel.seen.value = 0;
    kernel.written.value = valuesAt;
    for (let from = textAt; ;) {
      const outcome = this.scan(from, end);
      if (outcome === DONE)
        return {
          bytes: this.bytes.subarray(valuesAt, kernel.written.value),
          isAscii: kernel.seen.value < 128,
        };
      const next = outcome === FULL ? null : this.workOut(text);
      if (next === null) {
        this.layOut(this.textUnits, 2 * this.valueBytesAUnit);
        return this.valuesOf(text);
      }
      from = next;
    }
  }

  private scan(from: number, end: number): number {
    const { kernel, valuesAt, recordsAt } = this;
    const to = kernel.written.value;
    const limit = recordsAt - SPARE_BYTES;
    return kernel[this.options.of](from, end, to, limit, valuesAt, this.gap);
  }

  /**
   * Works out the word that the scan stopped at. Says where to go on; null where there is no room for its
   * value.
   */
  private workOut(text: string): number | null {
    const { kernel, textAt, valuesAt } = this;
    const [start, end] = [kernel.wordStart.value, kernel.wordEnd.value];
    if (this.count === this.options.capacity) {
      this.forget();
      return start;
    }
    const value = this.options.compute(
      text.slice((start - textAt) / UNIT_BYTES, (end - textAt) / UNIT_BYTES),
    );
    if (kernel.wordSlot.value !== 0) {
      this.remember(start, end, value);
      return start;
    }
    const to = kernel.written.value;
    if (to + 1 + value.length > this.recordsAt - SPARE_BYTES) return null;
    if (value.length === 0) return end;
    const at = to > valuesAt && this.gap === 1 ? to + 1 : to;
    if (at > to) this.bytes[to] = BLANK;
    this.bytes.set(value, at);
    kernel.written.value = at + value.length;
    return end;
  }

  private remember(start: number, end: number, value: Uint8Array): void {
    const { kernel } = this;
    const record = this.recordsEnd;
    const valueAt = record + UNIT_BYTES + end - start;
    this.recordsEnd = evenFrom(valueAt + UNIT_BYTES + value.length);
    this.reserve(this.recordsEnd + SPARE_BYTES);
    const { bytes, units, cells } = this;
    units[record / UNIT_BYTES] = (end - start) / UNIT_BYTES;
    // Parts are asked for in any spelling, and kept in one.
    const fold = this.options.of === "parts" ? SMALL : 0;
    for (let from = start / UNIT_BYTES, to = record / UNIT_BYTES + 1; from < end / UNIT_BYTES; from++, to++)
      units[to] = (units[from] as number) | fold;
    units[valueAt / UNIT_BYTES] = value.length;
    bytes.set(value, valueAt + UNIT_BYTES);
    const slot = kernel.wordSlot.value / CELL_BYTES;
    cells[slot] = kernel.wordHash.value;
    cells[slot + 1] = record;
    this.count++;
  }

  private forget(): void {
    // New memory is empty, and costs nothing until it is written to.
    if (this.count > 0) this.bytes.fill(0, SLOTS_AT, this.textAt);
    this.recordsEnd = this.recordsAt;
    this.count = 0;
  }

  /**
   * Starts anew, with room for other texts. Slots, the text, the values, and the records, which grow, stand
   * behind one another.
   */
  private layOut(textUnits: number, valueBytesAUnit: number): void {
    const slots = 2 * this.options.capacity;
    this.textUnits = textUnits;
    this.valueBytesAUnit = valueBytesAUnit;
    this.textAt = SLOTS_AT + slots * SLOT_BYTES;
    this.valuesAt = this.textAt + textUnits * UNIT_BYTES + SPARE_BYTES;
    this.recordsAt = this.valuesAt + textUnits * valueBytesAUnit + SPARE_BYTES;
    this.reserve(this.recordsAt);
    this.forget();
    const { maxChars, maxDigits = maxChars } = this.options;
    this.kernel.open(SLOTS_AT, slots, maxChars * UNIT_BYTES, maxDigits * UNIT_BYTES);
  }

  private reserve(size: number): void {
    if (size <= this.bytes.length) return;
    // A little more than is needed: each time that memory grows it is another object.
    const pages = Math.ceil((size * GROWTH - this.memory.buffer.byteLength) / PAGE_BYTES);
    this.memory.grow(pages);
    this.bytes = Buffer.from(this.memory.buffer);
    this.units = new Uint16Array(this.memory.buffer);
    this.cells = new Int32Array(this.memory.buffer);
  }
}

function evenFrom(address: number): number {
  return address + (address & 1);
}
