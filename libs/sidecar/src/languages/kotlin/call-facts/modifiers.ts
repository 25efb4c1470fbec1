/** Reads modifiers of Kotlin's declarations. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

export function modifiersOf(modifiers: SyntaxNode | undefined, kotlin: Reading): ReadonlySet<string> {
  return new Set(
    modifiers
      ? kotlin
          .textOf(modifiers)
          .replace(/@[\w.:]+(?:\s*\([^)]*\))?/g, " ")
          .split(/\s+/)
      : [],
  );
}

/** Visibility flags. The default is public. */
export function visibility(modifiers: ReadonlySet<string>): number {
  return modifiers.has("private")
    ? SCOPE_FLAGS.private
    : modifiers.has("internal") || modifiers.has("protected")
      ? 0
      : SCOPE_FLAGS.exported;
}
