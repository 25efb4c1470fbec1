/**
 * Counting what a piece of work looks at, for tests of how it grows: what is given to it counts each time
 * that it is read.
 */
import type { SymbolFact } from "@satori/sidecar";

export class Steps {
  count = 0;

  /** The same items; each property of one that is read is a step. */
  counted<Item extends object>(items: readonly Item[]): readonly Item[] {
    return items.map(
      (item) => new Proxy(item, { get: (target, name) => (this.count++, Reflect.get(target, name)) }),
    );
  }

  /** A check that counts the times it is called. */
  readonly check = (): void => void this.count++;
}

/** Symbols as `label first-last`, with `@line` where the name stands lower, joined by commas; by start. */
export function symbolsOf(text: string): SymbolFact[] {
  return text
    .split(", ")
    .filter((part) => part !== "")
    .map((part, at): SymbolFact => {
      const [, label = "", first, last, named] = /^(\S+) (\d+)-(\d+)(?:@(\d+))?$/.exec(part) ?? [];
      const name = label.slice(label.lastIndexOf(".") + 1);
      return {
        id: `sym_${at}`,
        kind: "function",
        name,
        label,
        parent: -1,
        start: 0,
        end: 0,
        startLine: Number(first),
        endLine: Number(last),
        nameLine: Number(named ?? first),
        signature: null,
        doc: null,
      };
    });
}
