/**
 * The memory of the parser's runtime, and the kernel that works in it next to the runtime
 * (tools/kernel/parser.as.ts). The kernel passes text to the parser and reads trees out, without a call into
 * JavaScript for each piece or node.
 */
import type { Language, Parser, Tree } from "web-tree-sitter";

/** All addresses and sizes in bytes. */
export interface ParserKernel {
  begin(text: number, units: number, pieceUnits: number, reads: number, callbacks: number): void;
  end(): number;
  read: unknown;
  progress: unknown;
  useGrammar(aliases: number, fields: number, stride: number, publicSymbols: number, metadata: number): void;
  useFrames(at: number, count: number): void;
  open(root: number): void;
  readNodes(to: number, most: number, endingsTo: number): number;
  isDone(): number;
  readonly endingCount: WebAssembly.Global;
  readonly needsFrames: WebAssembly.Global;
}

/** The exports of the runtime that are used here. */
export interface ParserExports {
  malloc(bytes: number): number;
  free(address: number): void;
}

/** Allocates and views the memory that the runtime and the kernel share. */
export class ParserMemory {
  /** Set once the runtime has started. */
  private allocator: ParserExports | undefined;

  constructor(
    private readonly memory: WebAssembly.Memory,
    readonly kernel: ParserKernel,
  ) {}

  start(allocator: ParserExports): void {
    this.allocator = allocator;
  }

  /** Memory that the runtime has allocated, in bytes; it never shrinks. */
  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  /** All memory as 32-bit words; the view is valid until something is allocated or parsed. */
  get words(): Int32Array {
    return new Int32Array(this.memory.buffer);
  }

  /** All memory as bytes; valid as long as `words`. */
  get bytes(): Buffer {
    return Buffer.from(this.memory.buffer);
  }

  allocate(bytes: number): number {
    const address = this.allocator?.malloc(bytes) ?? 0;
    if (address === 0) throw new RangeError(`The parser has no room for ${bytes} bytes`);
    return address;
  }

  free(address: number): void {
    this.allocator?.free(address);
  }
}

/** Address of the runtime's data behind one of its objects. */
export function addressOf(object: Language | Parser | Tree): number {
  return (object as unknown as { readonly 0: number })[0];
}
