/**
 * A parsed tree, read out of the parser's memory. Follows `ts_node_child_iterator_next`, `ts_node__is_relevant` and
 * `ts_node_child_by_field_id` of tree-sitter's node.c.
 */
import type { Tree } from "web-tree-sitter";
import { CHAR_BYTES, ERROR_SYMBOL, type GrammarTables, type ParserRuntime, SUBTREE_BYTES, addressOf, withFields, wordsOf } from "./parser-memory.ts";
import { END, FIELDS, KIND, NAMED, NEXT, NODE_WORDS, PARENT, ROW, SLOT, START, SyntaxTree } from "./syntax-tree.ts";

/** Words of `SubtreeHeapData`. Its children lie in front of it. */
const HEAP = { paddingBytes: 1, paddingRows: 2, sizeBytes: 4, sizeRows: 5, errorCost: 8, childCount: 9, symbol: 10, flags: 11, visibleDescendants: 14, production: 16 } as const;
const SLOT_WORDS = SUBTREE_BYTES / 4;
/** Flags of a subtree, in whichever form it is kept. */
const VISIBLE = 1;
const NAMED_FLAG = 2;
const EXTRA = 4;

/** Every visible node of a tree. The tree may be deleted afterwards. */
export function readTree(runtime: ParserRuntime, tree: Tree, grammar: GrammarTables, text: string): SyntaxTree {
  return new TreeReading(wordsOf(runtime), addressOf(tree), grammar).read(text);
}

/** A subtree whose children are being read. Hidden ones are no nodes, but their children are. */
class Frame {
  /** Word at which its children begin. */
  children = 0;
  count = 0;
  at = 0;
  /** Children so far without comments and other extras. */
  position = 0;
  production = 0;
  /** Fields that what is around a hidden subtree gives to what it holds. */
  outer = 0;
  /** The node that the children belong to. */
  node = -1;
  isHidden = false;
  /** Whether fields of the children reach the node: an error has none, whatever is in it. */
  hasFields = true;
}

class TreeReading {
  private readonly root: number;
  private readonly nodes: Int32Array;
  private count = 0;
  /** Of where the reading is, in bytes of the parser's text. */
  private offset = 0;
  private row = 0;
  private readonly frames: Frame[] = [];
  private depth = -1;

  /** @param tree address of a `TSTree`, which begins with its root */
  constructor(private readonly words: Uint32Array, tree: number, private readonly grammar: GrammarTables) {
    this.root = tree >>> 2;
    const base = this.heapOf(this.root);
    const inside = base < 0 || words[base + HEAP.childCount] === 0 ? 0 : (words[base + HEAP.visibleDescendants] as number);
    this.nodes = new Int32Array(NODE_WORDS * (1 + inside));
  }

  read(text: string): SyntaxTree {
    this.take(this.root, null);
    while (this.depth >= 0) {
      const frame = this.frames[this.depth] as Frame;
      if (frame.at < frame.count) {
        this.take(frame.children + frame.at * SLOT_WORDS, frame);
        frame.at++;
      } else {
        if (!frame.isHidden) this.nodes[frame.node * NODE_WORDS + NEXT] = this.count;
        this.depth--;
      }
    }
    const base = this.heapOf(this.root);
    return new SyntaxTree({ text, grammar: this.grammar, nodes: this.nodes, count: this.count, hasError: base >= 0 && this.words[base + HEAP.errorCost] !== 0 });
  }

  /** Word at which a subtree's data begins; -1 where the slot itself has them, as with small leaves. */
  private heapOf(slot: number): number {
    const word = this.words[slot] as number;
    return (word & 1) === 0 ? word >>> 2 : -1;
  }

  /** Takes down the subtree of a slot when it is a node, and turns to its children. */
  private take(slot: number, frame: Frame | null): void {
    const { words, grammar } = this;
    const word = words[slot] as number;
    const base = this.heapOf(slot);
    const flags = base < 0 ? word >>> 1 : (words[base + HEAP.flags] as number);
    let alias = 0;
    let fields = 0;
    if (frame && (flags & EXTRA) === 0) {
      const cell = frame.production * grammar.stride + frame.position++;
      // Production 0 has neither, and as many children as there are.
      if (frame.production !== 0) {
        alias = grammar.aliases[cell] as number;
        if (frame.hasFields) fields = grammar.fields[cell] as number;
      }
    }
    if (frame && frame.outer !== 0) fields = withFields(fields, frame.outer);
    // The padding of a first child is that of its parent.
    if (!frame || frame.at > 0) this.skipPadding(slot, base);
    const isVisible = (flags & VISIBLE) !== 0 || alias !== 0 || !frame;
    const size = base < 0 ? (words[slot + 1] as number) >>> 24 : (words[base + HEAP.sizeBytes] as number);
    let node = frame?.node ?? -1;
    if (isVisible) {
      const symbol = alias || (base < 0 ? (word >>> 8) & 0xff : (words[base + HEAP.symbol] as number) & 0xffff);
      const isNamed = alias === 0 ? (flags & NAMED_FLAG) !== 0 : grammar.named[alias] !== 0;
      node = this.put({ slot, size, symbol, isNamed, fields, parent: node });
    }
    if (base >= 0 && words[base + HEAP.childCount] !== 0) return this.enter(base, node, isVisible ? 0 : fields, isVisible ? null : frame);
    this.offset += size;
    if (base >= 0) this.row += words[base + HEAP.sizeRows] as number;
  }

  private skipPadding(slot: number, base: number): void {
    const sizes = this.words[slot + 1] as number;
    this.offset += base < 0 ? (sizes >>> 16) & 0xff : (this.words[base + HEAP.paddingBytes] as number);
    this.row += base < 0 ? (sizes >>> 8) & 0xf : (this.words[base + HEAP.paddingRows] as number);
  }

  private put({ slot, size, symbol, isNamed, fields, parent }: { slot: number; size: number; symbol: number; isNamed: boolean; fields: number; parent: number }): number {
    const { nodes } = this;
    const at = this.count * NODE_WORDS;
    nodes[at + SLOT] = slot * 4;
    nodes[at + START] = this.offset / CHAR_BYTES;
    nodes[at + END] = (this.offset + size) / CHAR_BYTES;
    nodes[at + ROW] = this.row;
    nodes[at + KIND] = (symbol === ERROR_SYMBOL ? ERROR_SYMBOL : (this.grammar.publicSymbols[symbol] as number)) | (isNamed ? NAMED : 0);
    nodes[at + FIELDS] = fields;
    nodes[at + PARENT] = parent;
    nodes[at + NEXT] = this.count + 1;
    return this.count++;
  }

  /** @param around of a hidden subtree, the frame that it stands in */
  private enter(base: number, node: number, outer: number, around: Frame | null): void {
    const frame = (this.frames[++this.depth] ??= new Frame());
    frame.count = this.words[base + HEAP.childCount] as number;
    frame.children = base - frame.count * SLOT_WORDS;
    frame.at = 0;
    frame.position = 0;
    frame.production = (this.words[base + HEAP.production] as number) >>> 16;
    frame.outer = outer;
    frame.node = node;
    frame.isHidden = around !== null;
    frame.hasFields = around === null || (around.hasFields && around.production !== 0);
  }
}
