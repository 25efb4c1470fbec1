/** A fuzz target: one parser of untrusted bytes, and what must hold for every input. */

/** The default export of each file in `targets/`; the file's name is the target's name. */
export interface FuzzTarget {
  /** One line for `--list`: what is parsed and what must hold. */
  readonly checks: string;
  /** Longest input in bytes. Default: `DEFAULT_MAX_BYTES`. */
  readonly maxBytes?: number;
  /**
   * Length to which pieces of an input are repeated, to find quadratic work; 0 for never. Default:
   * `DEFAULT_STRETCH_BYTES`.
   */
  readonly stretchBytes?: number;
  /** Pieces of the format that help the mutator, in addition to the literals in the parser's own source. */
  readonly dictionary?: readonly string[];
  /** Inputs that only code can make, such as encoded values. Others are files in `corpus/NAME/`. */
  readonly seeds?: () => readonly (Uint8Array | string)[];
  /**
   * Executed branches allowed for an input of this length; more are a finding. Default: `DEFAULT_MAX_STEPS`.
   * Unlike time, the count is deterministic, and so finds quadratic work even in short inputs.
   */
  readonly maxSteps?: (bytes: number) => number;
  /** Throws if the parser breaks a promise. The target catches errors that the parser documents. */
  readonly run: (input: Uint8Array) => void | Promise<void>;
}

export const DEFAULT_MAX_BYTES = 2_048;
/** Long enough to show quadratic work, while linear work takes a few milliseconds. */
export const DEFAULT_STRETCH_BYTES = 64_000;
export const DEFAULT_MAX_STEPS = (bytes: number): number => 200_000 + 5_000 * bytes;

/** Preserves a target's type. */
export function fuzzTarget(target: FuzzTarget): FuzzTarget {
  return target;
}

/**
 * Reads structured values from an input, so that one input can provide several arguments. Reading past the
 * end yields zeros.
 */
export class InputReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  /** One of the values, chosen by one byte. */
  choice<Value>(values: readonly Value[]): Value {
    // The remainder is always a valid index, as long as there are any values.
    return values[this.byte() % values.length] as Value;
  }

  /** Text up to the next line end, which is consumed. */
  line(): string {
    const end = this.bytes.indexOf(10, this.at);
    const line = textIn(this.bytes.subarray(this.at, end === -1 ? this.bytes.length : end));
    this.at = end === -1 ? this.bytes.length : end + 1;
    return line;
  }

  /** The bytes that have not been read. */
  rest(): Uint8Array {
    return this.bytes.subarray(this.at);
  }

  restText(): string {
    return textIn(this.rest());
  }
}

/** Decodes UTF-8, with `\ufffd` for invalid bytes. */
export function textIn(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** A `Buffer` with a copy of the input, for parsers that need one. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}
