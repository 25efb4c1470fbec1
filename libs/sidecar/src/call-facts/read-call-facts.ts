/** Reading the flow facts of one tree. */
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import type { TextRange } from "../facts.ts";
import type { CallFactsReader } from "../language.ts";
import { CallFactsBuilder } from "./builder.ts";
import { type CallFacts, NONE } from "./facts.ts";

export interface CallFactsSource {
  readonly root: SyntaxNode;
  readonly text: string;
  /** What the parser did not see of it, by start. */
  readonly hidden: readonly TextRange[];
}

/** Null where the language has no reader, and for an odd tree that its reader stumbles over. */
export function readCallFacts(
  { root, text, hidden }: CallFactsSource,
  read: CallFactsReader | null,
  symbolNamedAt: ReadonlyMap<number, number>,
): CallFacts | null {
  if (!read) return null;
  const builder = new CallFactsBuilder();
  try {
    read(root, text, builder, hidden);
  } catch {
    return null;
  }
  return builder.finish((nameStart) => symbolNamedAt.get(nameStart) ?? NONE);
}
