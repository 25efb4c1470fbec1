/** What a fuzz target is: one parser of foreign bytes, and what must hold for every input. */

/** A file in `targets/` exports one of these as its default; the file's name is the target's name. */
export interface FuzzTarget {
  /** One line for `--list`: what is parsed and what must hold. */
  readonly checks: string;
  /** Longest input in bytes. Default: `DEFAULT_MAX_BYTES`. */
  readonly maxBytes?: number;
  /**
   * Length to which pieces of an input are repeated, to find work that grows with its square; 0 for never.
   * Default: `DEFAULT_STRETCH_BYTES`.
   */
  readonly stretchBytes?: number;
  /** Pieces of the format that help the mutator, beside the literals found in the parser's own source. */
  readonly dictionary?: readonly string[];
  /** Inputs that only code can make, such as encoded values. Others are files in `corpus/NAME/`. */
  readonly seeds?: () => readonly (Uint8Array | string)[];
  /**
   * Executed branches that an input of so many bytes may take: more of them is a finding. Default:
   * `DEFAULT_MAX_STEPS`. The count is deterministic, unlike time, and so finds quadratic work in short
   * inputs.
   */
  readonly maxSteps?: (bytes: number) => number;
  /** Throws where the parser breaks a promise. Errors that the parser documents are caught by the target. */
  readonly run: (input: Uint8Array) => void | Promise<void>;
}

export const DEFAULT_MAX_BYTES = 2_048;
/** Enough for work that grows with the square to show, while what is linear takes a few milliseconds. */
export const DEFAULT_STRETCH_BYTES = 64_000;
export const DEFAULT_MAX_STEPS = (bytes: number): number => 200_000 + 5_000 * bytes;

/** Keeps a target's type without losing its name. */
export function fuzzTarget(target: FuzzTarget): FuzzTarget {
  return target;
}

/**
 * Takes structured values off an input, so that one input can stand for several arguments. Reading past the
 * end gives zeros.
 */
export class InputReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  /** One of the values, chosen by one byte. */
  choice<Value>(values: readonly Value[]): Value {
    // The remainder is always a position, as long as there are any values.
    return values[this.byte() % values.length] as Value;
  }

  /** Up to the next line end, which is taken off, as text. */
  line(): string {
    const end = this.bytes.indexOf(10, this.at);
    const line = textIn(this.bytes.subarray(this.at, end === -1 ? this.bytes.length : end));
    this.at = end === -1 ? this.bytes.length : end + 1;
    return line;
  }

  /** What has not been read. */
  rest(): Uint8Array {
    return this.bytes.subarray(this.at);
  }

  restText(): string {
    return textIn(this.rest());
  }
}

/** As UTF-8, with `\ufffd` for bytes that are not. */
export function textIn(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** A `Buffer` over a copy of the input, for parsers that take one. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}
