/**
 * Counts steps of work, for tests of how work grows with its input. A step is one read of a property of an
 * item.
 */
import type { SymbolFact } from "@satori/sidecar";

export class Steps {
  count = 0;

  /** Wraps items so that each read of a property counts as a step. */
  counted<Item extends object>(items: readonly Item[]): readonly Item[] {
    return items.map(
      (item) => new Proxy(item, { get: (target, name) => (this.count++, Reflect.get(target, name)) }),
    );
  }

  /** A function that counts its calls as steps. */
  readonly check = (): void => void this.count++;
}

/**
 * Parses symbols in the form `label first-last`, or `label first-last@line` if the name is on a later line;
 * separated by commas and sorted by start.
 */
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
