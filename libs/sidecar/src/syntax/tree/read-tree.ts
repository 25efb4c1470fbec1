/**
 * Copies all visible nodes of a parsed tree out of the parser's memory. The reading itself is in
 * tools/kernel/parser.as.ts.
 */
import type { Tree } from "web-tree-sitter";
import type { GrammarTables } from "./grammar-tables.ts";
import { type ParserMemory, addressOf } from "./parser-memory.ts";
import { NEXT, NODE_WORDS, SyntaxTree } from "./syntax-tree.ts";

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
