/** What a query captures where something is defined. */
import type { SymbolKind } from "@satori/contracts";
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";

export interface Definition {
  readonly kind: SymbolKind;
  /** Which pattern of the query it comes from; the first one wins a name. */
  readonly pattern: number;
  readonly node: SyntaxNode;
  readonly nameNode: SyntaxNode;
  /** The name where it is not all of the node. */
  readonly name: string | null;
  readonly body: SyntaxNode | null;
  /** What qualifies the name, outermost first. */
  readonly scopes: readonly SyntaxNode[];
}
