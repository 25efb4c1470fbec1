/** Blocks that are passed to the calls of a file. Pure. */
import type { ExpressionReader } from "../call-facts/expression-reader.ts";
import { BLOCK, type CallSite, type ExprId } from "../call-facts/facts.ts";

/** Blocks that the calls of one file receive. */
export interface BlocksGiven {
  /** Calls by the scope of a block that is written there. */
  readonly written: ReadonlyMap<number, CallSite>;
  /** Calls that pass on a block from elsewhere, with its expression. */
  readonly handedOn: readonly { readonly site: CallSite; readonly block: ExprId }[];
}

/** Collects the blocks of all calls of a file. */
export function blocksGivenIn(index: ExpressionReader): BlocksGiven {
  const written = new Map<number, CallSite>();
  const handedOn: { readonly site: CallSite; readonly block: ExprId }[] = [];
  for (const site of index.flow.sites) {
    const block = index.entries(site.expr, 2).find(({ name }) => name === BLOCK)?.value;
    if (block === undefined) continue;
    if (index.op(block) === "scope") written.set(index.operand(block, 1), site);
    else handedOn.push({ site, block });
  }
  return { written, handedOn };
}
