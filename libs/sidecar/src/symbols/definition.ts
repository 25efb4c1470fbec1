/** The captures of a definition. */
import type { SymbolKind } from "@satori/contracts";
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";

export interface Definition {
  readonly kind: SymbolKind;
  /** Index of its pattern in the query; for definitions of the same name node, the first pattern wins. */
  readonly pattern: number;
  readonly node: SyntaxNode;
  readonly nameNode: SyntaxNode;
  /** The name, if it is not the whole text of the node. */
  readonly name: string | null;
  readonly body: SyntaxNode | null;
  /** Qualifiers of the name, outermost first. */
  readonly scopes: readonly SyntaxNode[];
}
