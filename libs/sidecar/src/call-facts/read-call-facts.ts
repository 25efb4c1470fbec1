/** Reads the call facts of one tree. */
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import type { TextRange } from "../facts.ts";
import type { CallFactsReader } from "../language.ts";
import { CallFactsBuilder } from "./builder.ts";
import { type CallFacts, NONE } from "./facts.ts";

export interface CallFactsSource {
  readonly root: SyntaxNode;
  readonly text: string;
  /** Ranges of the text that were hidden from the parser, sorted by start. */
  readonly hidden: readonly TextRange[];
}

/** Null if the language has no reader, or if its reader fails on the tree. */
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
