/** Parts of functions with variables of their own, in flow facts that are read by name. Pure. */
import type { SymbolFact } from "../facts.ts";
import { innermost } from "../symbols/innermost.ts";
import type { BlockFact, Holders } from "../symbols/holders.ts";
import type { FlowBuilder } from "./builder.ts";
import { NONE, SCOPE_FLAGS } from "./facts.ts";

interface Block extends BlockFact {
  /** Position of the block around it; -1 where there is none in its function. */
  parent: number;
  /** Innermost symbol around it. */
  readonly symbol: number;
  scope: number;
}

/** Where a name stands: an offset, and the innermost symbol around that. */
export interface NamePlace {
  readonly start: number;
  readonly within: number;
}

export class Blocks {
  private readonly blocks: readonly Block[];
  private readonly around: (offset: number) => number;

  constructor(private readonly flow: FlowBuilder, symbols: readonly SymbolFact[], { blocks, variables }: Pick<Holders, "blocks" | "variables">) {
    const all = nested(blocks);
    const blockOf = innermost(all);
    // Only those in which something is declared say what a name means.
    const used = new Set([...variables, ...symbols].map(({ start }) => blockOf(start)));
    const symbolOf = innermost(symbols);
    this.blocks = nested(all.filter((_, at) => used.has(at))).map((block) => ({ ...block, symbol: symbolOf(block.start), scope: NONE }));
    this.around = innermost(this.blocks);
  }

  /** The scope of a place, once those of the symbols before it are known. */
  scopeAt({ start, within }: NamePlace, scopes: readonly number[]): number {
    const scope = this.scopeOf(this.around(start), within, scopes);
    return scope ?? scopes[within] ?? 0;
  }

  private scopeOf(at: number, within: number, scopes: readonly number[]): number | null {
    const block = this.blocks[at];
    if (!block || block.symbol !== within) return null;
    if (block.scope === NONE) {
      const outer = this.scopeOf(block.parent, within, scopes) ?? scopes[within] ?? 0;
      block.scope = this.flow.within(outer, () => {
        const scope = this.flow.enter({ kind: "function", name: "", nameStart: NONE, startLine: block.startLine, flags: SCOPE_FLAGS.arrow });
        this.flow.leave();
        return scope;
      });
    }
    return block.scope;
  }
}

/** With the innermost other one around each. */
function nested(blocks: readonly BlockFact[]): (BlockFact & { parent: number })[] {
  const open: number[] = [];
  return blocks.map(({ start, end, startLine }, at) => {
    while (open.length > 0 && (blocks[open.at(-1) as number]?.end ?? 0) <= start) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { start, end, startLine, parent };
  });
}
