/**
 * The memory of the parser's runtime, and what works in it beside the runtime (tools/kernel/parser.as.ts): it
 * gives the parser its text and reads trees out, without a call into JavaScript for each piece or each node.
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

/** What the runtime exports, as far as it is used here. */
export interface ParserExports {
  malloc(bytes: number): number;
  free(address: number): void;
}

export class ParserMemory {
  /** Set when the runtime has started. */
  private allocator: ParserExports | undefined;

  constructor(
    private readonly memory: WebAssembly.Memory,
    readonly kernel: ParserKernel,
  ) {}

  start(allocator: ParserExports): void {
    this.allocator = allocator;
  }

  /** What the runtime has taken; it gives none back. */
  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  /** A view on all memory, as 32-bit words; valid until something is allocated or parsed. */
  get words(): Int32Array {
    return new Int32Array(this.memory.buffer);
  }

  /** The same, as bytes. */
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

/** Address of what the runtime has behind one of its objects. */
export function addressOf(object: Language | Parser | Tree): number {
  return (object as unknown as { readonly 0: number })[0];
}
