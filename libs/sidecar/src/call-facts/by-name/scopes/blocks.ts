/** Parts of functions with their own variables, for languages that are read by name. Pure. */
import type { SymbolFact, TextRange } from "../../../facts.ts";
import { innermost } from "../../../symbols/innermost.ts";
import type { BlockFact, Holders } from "../../../symbols/holders.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import { NONE, SCOPE_FLAGS } from "../../facts.ts";

interface Block extends BlockFact {
  /** Index of the enclosing block; -1 if its function has none. */
  parent: number;
  /** Innermost symbol around it. */
  readonly symbol: number;
  scope: number;
}

/** Position of a name: its offset, and the innermost symbol around it. */
export interface NamePosition {
  readonly start: number;
  readonly within: number;
}

/** Finds and opens the scopes of a file's blocks and closures. */
export class Blocks {
  private readonly blocks: readonly Block[];
  private readonly around: (offset: number) => number;
  private readonly closureAround: (offset: number) => number;

  constructor(
    private readonly flow: CallFactsBuilder,
    symbols: readonly SymbolFact[],
    { blocks, variables }: Pick<Holders, "blocks" | "variables">,
  ) {
    const all = nested(blocks);
    const blockOf = innermost(all);
    const closureOf = closuresOf(all);
    // Blocks without declarations don't affect the meaning of names.
    const used = new Set([
      ...variables.map(({ kind, start }) => (kind === "parameter" ? closureOf(start) : blockOf(start))),
      ...symbols.map(({ start }) => blockOf(start)),
    ]);
    const symbolOf = innermost(symbols);
    this.blocks = nested(all.filter((_, at) => used.has(at))).map((block) => ({
      ...block,
      symbol: symbolOf(block.start),
      scope: NONE,
    }));
    this.around = innermost(this.blocks);
    this.closureAround = closuresOf(this.blocks);
  }

  /**
   * Scope of the innermost closure at a position within its function; null if there is none, or none with
   * declarations.
   */
  closureAt({ start, within }: NamePosition, scopes: readonly number[]): number | null {
    return this.scopeOf(this.closureAround(start), within, scopes);
  }

  /** Scope at a position. The scopes of the symbols before it must be known. */
  scopeAt({ start, within }: NamePosition, scopes: readonly number[]): number {
    const scope = this.scopeOf(this.around(start), within, scopes);
    return scope ?? scopes[within] ?? 0;
  }

  private scopeOf(at: number, within: number, scopes: readonly number[]): number | null {
    const block = this.blocks[at];
    if (!block || block.symbol !== within) return null;
    if (block.scope === NONE) {
      const outer = this.scopeOf(block.parent, within, scopes) ?? scopes[within] ?? 0;
      block.scope = this.flow.within(outer, () => {
        const scope = this.flow.enter({
          kind: "function",
          name: "",
          nameStart: NONE,
          startLine: block.startLine,
          flags: SCOPE_FLAGS.arrow,
        });
        this.flow.leave();
        return scope;
      });
    }
    return block.scope;
  }
}

/**
 * Returns a function that maps an offset to the index of the innermost closure around it, -1 if there is
 * none.
 */
function closuresOf(blocks: readonly BlockFact[]): (offset: number) => number {
  const closures = [...blocks.keys()].filter((at) => blocks[at]?.isClosure === true);
  const closureOf = innermost(nested(closures.map((at) => blocks[at] as BlockFact)));
  return (offset) => closures[closureOf(offset)] ?? -1;
}

/**
 * Adds to each range the index of the innermost range that encloses it, or -1. @param ranges sorted by start
 */
export function nested<Range extends TextRange>(ranges: readonly Range[]): (Range & { parent: number })[] {
  const open: number[] = [];
  return ranges.map((range, at) => {
    while (open.length > 0 && (ranges[open.at(-1) as number]?.end ?? 0) <= range.start) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { ...range, parent };
  });
}
