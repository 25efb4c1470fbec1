/**
 * Records which names of a text a reader of its tree looks at, and in which order. Readers do not report
 * positions, but they look at a name just before they record it.
 */
import { SyntaxNode } from "../../../libs/sidecar/src/syntax/tree/syntax-tree.ts";

/** A name, or several joined by dots, at the beginning of a node; keys may be quoted. */
const PATH = /["'`]?[\p{L}\p{N}_$]+(?:\s*\.\s*[\p{L}\p{N}_$]+)*/uy;
const NAME = /[\p{L}\p{N}_$]+/gu;

export class SeenNames {
  /** Offsets of each name, the one seen last at the end. */
  private readonly offsets = new Map<string, Set<number>>();

  /** Offsets of names that are key and variable at once: `{ name } = object`. */
  readonly shorthands = new Set<number>();

  constructor(private readonly text: string) {}

  /** Records the names that a node begins with. */
  see(start: number, end: number): void {
    PATH.lastIndex = start;
    const path = PATH.exec(this.text)?.[0].slice(0, end - start) ?? "";
    for (const { 0: name, index } of path.matchAll(NAME)) {
      const known = this.offsets.get(name) ?? new Set();
      this.offsets.set(name, known);
      known.delete(start + index);
      known.add(start + index);
    }
  }

  /**
   * The last position at which a name was seen, ignoring excluded positions unless there are no others. -1 if
   * it was not seen.
   */
  last(name: string, isOut: (offset: number) => boolean = () => false): number {
    const known = [...(this.offsets.get(name) ?? [])].reverse();
    return known.find((offset) => !isOut(offset)) ?? known[0] ?? -1;
  }
}

/**
 * Runs a reader, and records all names that it looks at: to get the text of a node, it reads the node's
 * start.
 */
export function watchingNodes(seen: SeenNames, read: () => void): void {
  const begin = Object.getOwnPropertyDescriptor(SyntaxNode.prototype, "startIndex") as PropertyDescriptor & {
    get(): number;
  };
  Object.defineProperty(SyntaxNode.prototype, "startIndex", {
    ...begin,
    get(this: SyntaxNode) {
      const start = begin.get.call(this);
      seen.see(start, this.endIndex);
      if (this.type.startsWith("shorthand_property")) seen.shorthands.add(start);
      return start;
    },
  });
  try {
    read();
  } finally {
    Object.defineProperty(SyntaxNode.prototype, "startIndex", begin);
  }
}
