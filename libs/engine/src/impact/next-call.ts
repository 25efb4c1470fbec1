/** The call that continues an answer of `change_impact`. Pure. */
import { type ChangeImpactHints, type ChangedSymbol, LIMITS } from "@satori/contracts";
import type { ChangeSet } from "./change-set.ts";
import { type SymbolChange, isModule } from "./changed-symbols.ts";

export interface ImpactOnIndex {
  readonly root: string;
  readonly depth: number;
  /** Null for planned changes, which are of the files on disk. */
  readonly set: Pick<ChangeSet, "head" | "headCommit"> | null;
}

/**
 * Who calls the changed symbol with the most affected code; the first of several. None if only symbols that
 * are gone affect anything, or if the symbol's file is neither on disk nor in a commit.
 *
 * @param changed as answered, for each of `changes`
 */
export function hintsOf(
  { root, depth, set }: ImpactOnIndex,
  changes: readonly SymbolChange[],
  changed: readonly ChangedSymbol[],
): ChangeImpactHints {
  let most: { readonly affected: number; readonly head: NonNullable<SymbolChange["head"]> } | null = null;
  for (const [at, { head }] of changes.entries()) {
    const affected = changed[at]?.affected ?? 0;
    if (head && !isModule(head.symbol) && affected > (most?.affected ?? 0)) most = { affected, head };
  }
  if (most === null) return {};
  const { file, symbol } = most.head;
  // What differs from the disk needs the commit that has it.
  const ref = set?.head.has(file.path) === true ? set.headCommit : undefined;
  if (ref === null) return {};
  return {
    callGraph: {
      tool: "call_graph",
      args: {
        path: root,
        symbolRef: { file: file.path, symbolId: symbol.id },
        direction: "callers",
        depth: Math.min(depth, LIMITS.callGraph.depth.maximum),
        ...(ref === undefined ? {} : { ref }),
      },
    },
  };
}
