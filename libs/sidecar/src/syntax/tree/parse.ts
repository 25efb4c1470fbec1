/**
 * Parses texts within a budget. The budget is a count rather than a time, so that the parser gives up on the
 * same files on every machine.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Language, Parser, Tree } from "web-tree-sitter";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { PARSER_KERNEL } from "./generated/parser-kernel.ts";
import type { GrammarTables } from "./grammar-tables.ts";
import { addressOf, type ParserExports, type ParserKernel, ParserMemory } from "./parser-memory.ts";
import { NEXT, NODE_WORDS, SyntaxTree } from "./syntax-tree.ts";

const UNIT_BYTES = 2;
/** Initial capacity; most texts fit. */
const FIRST_UNITS = 1 << 15;

/** Copies a text into the parser's memory and parses it there. */
export class TextParser {
  private textAt = 0;
  private textUnits = 0;

  constructor(private readonly memory: ParserMemory) {}

  /** The tree, or null if the budget ran out. Throws if the parser traps; it must not be used afterwards. */
  parse(parser: Parser, language: Language, text: string): Tree | null {
    const { reads, callbacks } = budgetOf(text);
    // Some scanners keep state when a file ends in the middle of a token. Setting the language creates a new
    // scanner.
    parser.setLanguage(language);
    this.reserve(text.length);
    const { kernel, bytes } = this.memory;
    bytes.write(text, this.textAt, "utf16le");
    kernel.begin(this.textAt, text.length, SIDECAR_LIMITS.readChars, reads, callbacks);
    let tree: Tree | null = null;
    let isWithinBudget = false;
    try {
      tree = parser.parse(askedForText);
    } finally {
      isWithinBudget = kernel.end() === 1;
    }
    if (tree && isWithinBudget) return tree;
    tree?.delete();
    parser.reset();
    return null;
  }

  private reserve(units: number): void {
    if (units <= this.textUnits) return;
    if (this.textUnits > 0) this.memory.free(this.textAt);
    this.textUnits = 0;
    const room = Math.max(FIRST_UNITS, units);
    this.textAt = this.memory.allocate(room * UNIT_BYTES);
    this.textUnits = room;
  }
}

/** How often the parser may request a piece of the text, and how often it may report progress. */
function budgetOf({ length }: string): { reads: number; callbacks: number } {
  const { parseCallbacks, parseCallbacksAtLeast, charsPerParseCallback, readChars, readsPerPiece } =
    SIDECAR_LIMITS;
  return {
    reads: readsPerPiece * Math.ceil(length / readChars + 1),
    callbacks: Math.min(parseCallbacks, parseCallbacksAtLeast + length / charsPerParseCallback),
  };
}

function askedForText(): never {
  throw new Error("The parser asked for text where it has it");
}

// Starts web-tree-sitter with our kernel in its memory.

export interface ParserRuntime {
  readonly Language: typeof Language;
  readonly Parser: typeof Parser;
  readonly memory: ParserMemory;
}

/** Default size of the runtime's memory, in pages of 64 KiB. */
const PAGES = { initial: 512, maximum: 32_768 } as const;

type Imports = Record<string, Record<string, unknown>>;

/** Must be called only once per thread: the runtime's interface is a singleton. */
export async function startParserRuntime(): Promise<ParserRuntime> {
  const { Language, Parser } = await import("web-tree-sitter");
  const wasmMemory = new WebAssembly.Memory(PAGES);
  let memory: ParserMemory | undefined;
  // Emscripten's hook for instantiation. It replaces the callbacks that the runtime calls most often by
  // functions of the kernel.
  const instantiateWasm = (
    imports: Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): void => {
    const { tree_sitter_parse_callback: theirRead, tree_sitter_progress_callback: theirProgress } =
      imports["env"] ?? {};
    // The generated module exports exactly these functions.
    const kernel = instantiate(Buffer.from(PARSER_KERNEL, "base64"), {
      env: { memory: wasmMemory, theirRead, theirProgress },
    }).instance.exports as unknown as ParserKernel;
    memory = new ParserMemory(wasmMemory, kernel);
    const own = { tree_sitter_parse_callback: kernel.read, tree_sitter_progress_callback: kernel.progress };
    const { instance, module } = instantiate(
      readFileSync(createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm")),
      { ...imports, env: { ...imports["env"], ...own } },
    );
    memory.start(instance.exports as unknown as ParserExports);
    receive(instance, module);
  };
  await Parser.init({ wasmMemory, instantiateWasm } as Parameters<typeof Parser.init>[0]);
  if (!memory)
    throw new Error("The parser's runtime started otherwise than the version that it is pinned to.");
  return { Language, Parser, memory };
}

function instantiate(
  bytes: Uint8Array,
  imports: Imports,
): { readonly instance: WebAssembly.Instance; readonly module: WebAssembly.Module } {
  const module = new WebAssembly.Module(bytes);
  return { module, instance: new WebAssembly.Instance(module, imports) };
}

// Copies all visible nodes of a parsed tree out of the parser's memory. The reading itself is in
// tools/kernel/parser.as.ts.

/**
 * Nodes that are read at a time and copied before the next batch: reading a large tree at once would grow the
 * parser's memory.
 */
const BATCH = 4_096;
/** Initial limit on a tree's depth; grown on demand. */
const FIRST_FRAMES = 512;
/** Nodes of a tree whose memory is kept for reuse: 4 MB. */
const MAX_KEPT_NODES = 1 << 17;
const FRAME_BYTES = 36;
const ENDING_WORDS = 2;
/** Word offsets in `SubtreeHeapData`. */
const HEAP = { errorCost: 8, childCount: 9, visibleDescendants: 14 } as const;

/** Reads trees, and reuses their memory. */
export class SubtreeReader {
  private readonly nodesAt: number;
  private framesAt: number;
  private endingsAt: number;
  private frames = FIRST_FRAMES;
  /** Memory of trees that are no longer needed. */
  private readonly idle: Int32Array[] = [];

  constructor(private readonly memory: ParserMemory) {
    this.nodesAt = memory.allocate(BATCH * NODE_WORDS * 4);
    this.framesAt = memory.allocate(FIRST_FRAMES * FRAME_BYTES);
    this.endingsAt = memory.allocate(FIRST_FRAMES * ENDING_WORDS * 4);
    memory.kernel.useFrames(this.framesAt, FIRST_FRAMES);
  }

  /** Copies a tree. The parser's tree may be deleted afterwards. */
  read(tree: Tree, grammar: GrammarTables, text: string): SyntaxTree {
    const { memory, nodesAt } = this;
    const { kernel, words } = memory;
    const { aliases, fields, stride, publicSymbols, metadata } = grammar.addresses;
    // A `TSTree` starts with its root: a pointer, or the root itself if it is a small leaf.
    const root = addressOf(tree);
    const heap = ((words[root / 4] as number) & 1) === 0 ? (words[root / 4] as number) / 4 : null;
    const inside =
      heap === null || words[heap + HEAP.childCount] === 0
        ? 0
        : (words[heap + HEAP.visibleDescendants] as number);
    const hasError = heap !== null && words[heap + HEAP.errorCost] !== 0;
    const nodes = this.roomFor(1 + inside);
    kernel.useGrammar(aliases, fields, stride, publicSymbols, metadata);
    kernel.open(root);
    let count = 0;
    while (count === 0 || kernel.isDone() === 0) {
      const read = kernel.readNodes(nodesAt, BATCH, this.endingsAt);
      nodes.set(memory.words.subarray(nodesAt / 4, nodesAt / 4 + read * NODE_WORDS), count * NODE_WORDS);
      this.noteEndings(nodes);
      count += read;
      if (kernel.needsFrames.value === 1) this.addFrames();
    }
    return new SyntaxTree({ text, grammar, nodes, count, hasError });
  }

  /** Keeps a tree's memory for the next one. The tree must not be used afterwards. */
  recycle({ nodes }: SyntaxTree): void {
    if (nodes.length <= MAX_KEPT_NODES * NODE_WORDS) this.idle.push(nodes);
  }

  private roomFor(count: number): Int32Array {
    const kept = this.idle.pop();
    if (kept && kept.length >= count * NODE_WORDS) return kept;
    return new Int32Array(NODE_WORDS * Math.max(count, Math.min(2 * count, MAX_KEPT_NODES)));
  }

  /** Sets `NEXT` of nodes from earlier batches, whose end is only known now. */
  private noteEndings(nodes: Int32Array): void {
    const { kernel, words } = this.memory;
    const first = this.endingsAt / 4;
    for (let at = first; at < first + kernel.endingCount.value * ENDING_WORDS; at += ENDING_WORDS)
      nodes[(words[at] as number) * NODE_WORDS + NEXT] = words[at + 1] as number;
  }

  private addFrames(): void {
    const { memory, framesAt, endingsAt, frames } = this;
    const more = 2 * frames;
    const moreFramesAt = memory.allocate(more * FRAME_BYTES);
    this.endingsAt = memory.allocate(more * ENDING_WORDS * 4);
    this.framesAt = moreFramesAt;
    this.frames = more;
    memory.words.copyWithin(this.framesAt / 4, framesAt / 4, framesAt / 4 + (frames * FRAME_BYTES) / 4);
    memory.free(framesAt);
    memory.free(endingsAt);
    memory.kernel.useFrames(this.framesAt, this.frames);
  }
}
