/**
 * Which names of a text a reader of its tree has looked at, in which order: readers say nothing of places,
 * but look at a name before they take it down.
 */
import { SyntaxNode } from "../../../libs/sidecar/src/syntax/tree/syntax-tree.ts";

/** A name, or names with dots between them, at the beginning of a node; keys may have quotes around them. */
const PATH = /["'`]?[\p{L}\p{N}_$]+(?:\s*\.\s*[\p{L}\p{N}_$]+)*/uy;
const NAME = /[\p{L}\p{N}_$]+/gu;

export class SeenNames {
  /** Offsets of each name, the one that was looked at last at the end. */
  private readonly offsets = new Map<string, Set<number>>();

  /** Offsets of names that are a key and a variable at once: `{ name } = object`. */
  readonly shorthands = new Set<number>();

  constructor(private readonly text: string) {}

  /** Those that a node begins with. */
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
   * Where a name was looked at last, but for places that are out of the question; where it was at all if
   * there is no other. -1 if nowhere.
   */
  last(name: string, isOut: (offset: number) => boolean = () => false): number {
    const known = [...(this.offsets.get(name) ?? [])].reverse();
    return known.find((offset) => !isOut(offset)) ?? known[0] ?? -1;
  }
}

/** Runs a reader, and notes all names that it looks at: who wants the text of a node asks where it begins. */
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
