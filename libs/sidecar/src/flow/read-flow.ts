/** Reading the flow facts of one tree. */
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { TextRange } from "../facts.ts";
import type { FlowReader } from "../language.ts";
import { FlowBuilder } from "./builder.ts";
import { type FlowFacts, NONE } from "./facts.ts";

export interface FlowSource {
  readonly root: SyntaxNode;
  readonly text: string;
  /** What the parser did not see of it, by start. */
  readonly hidden: readonly TextRange[];
}

/** Null where the language has no reader, and for an odd tree that its reader stumbles over. */
export function readFlow(
  { root, text, hidden }: FlowSource,
  read: FlowReader | null,
  symbolNamedAt: ReadonlyMap<number, number>,
): FlowFacts | null {
  if (!read) return null;
  const builder = new FlowBuilder();
  try {
    read(root, text, builder, hidden);
  } catch {
    return null;
  }
  return builder.finish((nameStart) => symbolNamedAt.get(nameStart) ?? NONE);
}
