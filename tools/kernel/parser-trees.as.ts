// Reads trees from the memory of the parser's runtime. Follows `ts_node_child_iterator_next` and
// `ts_node__is_relevant` in tree-sitter's node.c. All addresses and sizes are in bytes.
import { UNIT } from "./parser-text.as";

/** Size of a subtree's slot: a pointer to the subtree, or a small leaf itself. */
const SLOT: u32 = 8;
/** Offsets in `SubtreeHeapData`. The children precede it in memory. */
const PADDING_BYTES: usize = 4;
const PADDING_ROWS: usize = 8;
const SIZE_BYTES: usize = 16;
const SIZE_ROWS: usize = 20;
const CHILD_COUNT: usize = 36;
const SYMBOL: usize = 40;
const FLAGS: usize = 44;
const PRODUCTION: usize = 66;
/** Flags of a subtree, in either representation. */
const VISIBLE: u32 = 1;
const NAMED: u32 = 2;
const EXTRA: u32 = 4;

/** Set in the kind of a named node; and the symbol of an error. */
const NAMED_KIND: u32 = 0x10000;
const ERROR: u32 = 0xffff;
const METADATA: usize = 3;
const FIELD_BITS: u32 = 8;

/**
 * Layout of a node in the output: address of its slot, start, end, row, kind, fields, parent, and the number
 * of the first node after its descendants.
 */
const NODE: usize = 32;
const NEXT: usize = 28;

/**
 * Layout of a frame: a subtree whose children are being read. Hidden subtrees are no nodes, but their
 * children are. Fields: address of its children; their number; how many were read, and how many of these are
 * no extras; its production; fields that a hidden subtree inherits for its children; the node that the
 * children belong to; whether it is hidden; whether fields of its children apply to the node.
 */
const FRAME: usize = 36;
const CHILDREN: usize = 0;
const COUNT: usize = 4;
const AT: usize = 8;
const POSITION: usize = 12;
const OF_PRODUCTION: usize = 16;
const OUTER: usize = 20;
const OF_NODE: usize = 24;
const IS_HIDDEN: usize = 28;
const HAS_FIELDS: usize = 32;

// The grammar.
let aliases: usize = 0;
let fieldsOf: usize = 0;
let stride: u32 = 0;
let publicSymbols: usize = 0;
let metadata: usize = 0;

// The traversal.
let frames: usize = 0;
let lastFrame: usize = 0;
/** Address of the innermost frame; `frames - FRAME` if there is none. */
let frame: usize = 0;
let nodeCount: u32 = 0;
let offset: u32 = 0;
let row: u32 = 0;
/** Slot of a root that has not been read yet. */
let pending: usize = 0;
// The batch.
let nodes: usize = 0;
let firstNode: u32 = 0;
let endings: usize = 0;
/** Nodes of earlier batches that ended in this batch: the number of each, and of the first node after it. */
export let endingCount: u32 = 0;
/** Whether there is no room for the next frame; the caller may provide more. */
export let needsFrames: bool = false;

/** @param fields one word per cell of the alias table */
export function useGrammar(aliasTable: usize, fields: usize, cellsAProduction: u32, symbols: usize, symbolMetadata: usize): void {
  aliases = aliasTable;
  fieldsOf = fields;
  stride = cellsAProduction;
  publicSymbols = symbols;
  metadata = symbolMetadata;
}

/** Moves the frames to a larger area. */
export function useFrames(at: usize, count: u32): void {
  frame = at + (frame - frames);
  frames = at;
  lastFrame = at + (count - 1) * FRAME;
}

/** Begins to read the tree whose root is in a slot. */
export function open(root: usize): void {
  frame = frames - FRAME;
  nodeCount = 0;
  offset = 0;
  row = 0;
  firstNode = 0;
  nodes = 0;
  pending = root;
}
/** Reads up to `most` further nodes. Returns their number; 0 when all have been read. */
export function readNodes(to: usize, most: u32, endingsTo: usize): u32 {
  nodes = to;
  firstNode = nodeCount;
  endings = endingsTo;
  endingCount = 0;
  needsFrames = false;
  const last = nodeCount + most;
  if (pending != 0) {
    const root = pending;
    pending = 0;
    take(root, false);
  }
  while (frame >= frames && nodeCount < last) {
    const at: u32 = load<u32>(frame, AT);
    if (at < load<u32>(frame, COUNT)) {
      if (frame == lastFrame) {
        needsFrames = true;
        break;
      }
      take(load<u32>(frame, CHILDREN) + at * SLOT, true);
    } else {
      if (load<u32>(frame, IS_HIDDEN) == 0) leave(load<u32>(frame, OF_NODE));
      frame -= FRAME;
    }
  }
  return nodeCount - firstNode;
}

export function isDone(): bool {
  return frame < frames;
}

/** Writes where a node's descendants end. */
function leave(node: u32): void {
  if (node >= firstNode) {
    store<u32>(nodes + (node - firstNode) * NODE, nodeCount, NEXT);
    return;
  }
  store<u32>(endings + (endingCount << 3), node);
  store<u32>(endings + (endingCount << 3), nodeCount, 4);
  endingCount++;
}

/** Writes the subtree of a slot if it is a node, and enters its children. */
function take(slot: usize, hasParent: bool): void {
  const parent = frame;
  const word: u32 = load<u32>(slot);
  const base: usize = (word & 1) == 0 ? word : 0;
  const flags: u32 = base == 0 ? word >>> 1 : load<u32>(base, FLAGS);
  let alias: u32 = 0;
  let fields: u32 = 0;
  let at: u32 = 0;
  if (hasParent) {
    at = load<u32>(parent, AT);
    store<u32>(parent, at + 1, AT);
    if ((flags & EXTRA) == 0) {
      const production: u32 = load<u32>(parent, OF_PRODUCTION);
      const position: u32 = load<u32>(parent, POSITION);
      store<u32>(parent, position + 1, POSITION);
      // Production 0 has neither aliases nor fields, and any number of children.
      if (production != 0) {
        const cell: usize = production * stride + position;
        alias = load<u16>(aliases + (cell << 1));
        if (load<u32>(parent, HAS_FIELDS) != 0) fields = load<u32>(fieldsOf + (cell << 2));
      }
    }
    const outer: u32 = load<u32>(parent, OUTER);
    if (outer != 0) fields = withFields(fields, outer);
  }
  // A first child shares the padding of its parent.
  if (at > 0 || !hasParent) skipPadding(slot, base);
  const isVisible = !hasParent || (flags & VISIBLE) != 0 || alias != 0;
  const size: u32 = base == 0 ? load<u8>(slot, 7) : load<u32>(base, SIZE_BYTES);
  let node: u32 = hasParent ? load<u32>(parent, OF_NODE) : <u32>-1;
  if (isVisible) node = put(slot, size, kindOf(slot, base, flags, alias), fields, node);
  if (base != 0 && load<u32>(base, CHILD_COUNT) != 0) {
    enter(base, node, isVisible ? 0 : fields, isVisible);
    return;
  }
  offset += size;
  if (base != 0) row += load<u32>(base, SIZE_ROWS);
}

function skipPadding(slot: usize, base: usize): void {
  offset += base == 0 ? load<u8>(slot, 6) : load<u32>(base, PADDING_BYTES);
  row += base == 0 ? load<u8>(slot, 5) & 0xf : load<u32>(base, PADDING_ROWS);
}

/** Kind of a node, by its alias if it has one. */
function kindOf(slot: usize, base: usize, flags: u32, alias: u32): u32 {
  const symbol: u32 = alias != 0 ? alias : base == 0 ? load<u8>(slot, 1) : load<u16>(base, SYMBOL);
  const isNamed = alias == 0 ? (flags & NAMED) != 0 : load<u8>(metadata + alias * METADATA, 1) != 0;
  return (symbol == ERROR ? ERROR : load<u16>(publicSymbols + (symbol << 1))) | (isNamed ? NAMED_KIND : 0);
}

function put(slot: usize, size: u32, kind: u32, fields: u32, parent: u32): u32 {
  const at = nodes + (nodeCount - firstNode) * NODE;
  store<u32>(at, slot);
  store<u32>(at, offset / UNIT, 4);
  store<u32>(at, (offset + size) / UNIT, 8);
  store<u32>(at, row, 12);
  store<u32>(at, kind, 16);
  store<u32>(at, fields, 20);
  store<u32>(at, parent, 24);
  store<u32>(at, nodeCount + 1, NEXT);
  return nodeCount++;
}

function enter(base: usize, node: u32, outer: u32, isVisible: bool): void {
  const around = frame;
  frame += FRAME;
  const count: u32 = load<u32>(base, CHILD_COUNT);
  store<u32>(frame, base - count * SLOT, CHILDREN);
  store<u32>(frame, count, COUNT);
  store<u32>(frame, 0, AT);
  store<u32>(frame, 0, POSITION);
  store<u32>(frame, load<u16>(base, PRODUCTION), OF_PRODUCTION);
  store<u32>(frame, outer, OUTER);
  store<u32>(frame, node, OF_NODE);
  store<u32>(frame, isVisible ? 0 : 1, IS_HIDDEN);
  // An error has no fields, whatever it contains.
  const hasFields = isVisible || (load<u32>(around, HAS_FIELDS) != 0 && load<u32>(around, OF_PRODUCTION) != 0);
  store<u32>(frame, hasFields ? 1 : 0, HAS_FIELDS);
}

/** A node's own fields, followed by those inherited from hidden ancestors. */
function withFields(own: u32, outer: u32): u32 {
  let bits: u32 = 0;
  while (bits < 32 && own >>> bits != 0) bits += FIELD_BITS;
  return bits < 32 ? own | (outer << bits) : own;
}
