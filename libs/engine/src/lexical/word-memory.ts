/**
 * A cache of values computed per word. It takes a whole text and returns the values of all its words, one
 * after another. The scan and the lookups are WebAssembly (tools/kernel/words.as.ts): the words of a codebase
 * repeat often, and each thread would have to warm up JavaScript first.
 */
import { WORDS_KERNEL } from "./generated/words-kernel.ts";

export interface WordMemoryOptions {
  /**
   * What is cached. `words`: letters, digits, underscores and everything beyond ASCII, not starting with a
   * digit. `parts`: the parts of ASCII words, which are lower-case letters after at most one capital,
   * capitals, or digits; spellings that differ only in case are one part.
   */
  readonly of: "words" | "parts";
  /**
   * Most characters of a word or part that has a value. Longer non-ASCII words have a value, but it is not
   * cached.
   */
  readonly maxChars: number;
  /** Number of last digits of a number that count; default `maxChars`. */
  readonly maxDigits?: number;
  /** Most words in the cache, a power of two; beyond that, the cache is cleared. */
  readonly capacity: number;
  /** Computes the value of an uncached word as written; at most 65,535 bytes. */
  readonly compute: (word: string) => Uint8Array;
  /** Whether the `s` of a plural stays with the capitals before it: `URLs` is one part. */
  readonly hasPlurals?: boolean;
  /** Whether non-empty values are separated by a space. */
  readonly hasGaps?: boolean;
}

/** The values of a text's words, in its order. */
export interface WordValues {
  /** Valid until the next call of `valuesOf`. */
  readonly bytes: Buffer;
  /** Whether the text is ASCII. */
  readonly isAscii: boolean;
}

interface WordsKernel {
  open(slots: number, count: number, maxWordBytes: number, maxDigitBytes: number, hasPlurals: number): void;
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
/** Nothing is stored at 0, so that an address of 0 means none. */
const SLOTS_AT = 64;
/** Longer texts make the memory start over with more room. */
const FIRST_TEXT_UNITS = 1 << 15;
/**
 * Room for values, in bytes per unit of a text; words that need more make the memory start over with more
 * room.
 */
const VALUE_BYTES_A_UNIT = 8;
/** Bytes that the kernel may read and write beyond its limits. */
const SPARE_BYTES = 64;

const GROWTH = 1.25;

const BLANK = 32;
/** Bit that is set in lower-case ASCII letters and in digits. */
const SMALL = 32;

/** Results of the kernel: everything is written; a word is not cached; there is no room for a value. */
const DONE = 0;
const FULL = 2;

let compiled: WebAssembly.Module | undefined;

export class WordMemory {
  private readonly options: WordMemoryOptions;
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly kernel: WordsKernel;
  private readonly gap: 0 | 1;
  /** All of the memory, as bytes, as units of text, and as cells of 32 bits. */
  private bytes = Buffer.alloc(0);
  private units = new Uint16Array();
  private cells = new Int32Array();
  /** Number of cached words. */
  private count = 0;
  private textUnits = 0;
  private valueBytesAUnit = 0;
  private textAt = 0;
  private valuesAt = 0;
  private recordsAt = 0;
  /** Where the next record starts. */
  private recordsEnd = 0;

  constructor(options: WordMemoryOptions) {
    this.options = options;
    compiled ??= new WebAssembly.Module(Buffer.from(WORDS_KERNEL, "base64"));
    // The generated module exports exactly these functions.
    this.kernel = new WebAssembly.Instance(compiled, { env: { memory: this.memory } })
      .exports as unknown as WordsKernel;
    this.gap = options.hasGaps === true ? 1 : 0;
    this.layOut(FIRST_TEXT_UNITS, VALUE_BYTES_A_UNIT);
  }

  /** Values of a text's words. Computes those that are not cached. */
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
   * Computes the value of the word that the scan stopped at. Returns the address to continue from; null if
   * there is no room for the value.
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
    // Parts are looked up in any case, and stored in one.
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
   * Clears the cache and makes room for longer texts. The layout is slots, text, values, then the records,
   * which grow.
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
    const { maxChars, maxDigits = maxChars, hasPlurals = false } = this.options;
    const sizes = [maxChars * UNIT_BYTES, maxDigits * UNIT_BYTES] as const;
    this.kernel.open(SLOTS_AT, slots, ...sizes, Number(hasPlurals));
  }

  private reserve(size: number): void {
    if (size <= this.bytes.length) return;
    // A little more than needed, because growing the memory replaces its buffer.
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
