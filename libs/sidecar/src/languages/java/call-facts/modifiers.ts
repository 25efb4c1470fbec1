/** Reads modifiers of Java's declarations. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

export function modifierFlags(modifiers: SyntaxNode | undefined, java: Reading): number {
  if (!modifiers) return 0;
  const words = new Set(
    java
      .textOf(modifiers)
      .replace(/@[\w.]+(?:\s*\([^)]*\))?/g, " ")
      .split(/\s+/),
  );
  return (
    (words.has("static") ? SCOPE_FLAGS.static : 0) |
    (words.has("public") ? SCOPE_FLAGS.exported : 0) |
    (words.has("private") ? SCOPE_FLAGS.private : 0) |
    (words.has("abstract") ? SCOPE_FLAGS.abstract : 0)
  );
}
