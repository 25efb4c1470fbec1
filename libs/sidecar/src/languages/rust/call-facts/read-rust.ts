/**
 * Reads the call facts of Rust. Conventions: modules are files or namespaces; the owner of a method is its
 * type, wherever the block is; a trait's functions without `self` belong to the type itself; `?` and
 * `Some(x)` yield an element of the value.
 */
import type { TextRange } from "../../../facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { expressionReaders } from "./expressions.ts";
import { itemReaders } from "./items.ts";
import { readItemMacros } from "./macros.ts";
import { RustReading, asRust } from "./reading.ts";
import { readType } from "./types.ts";

const values = new Map(Object.entries(expressionReaders));
const items = new Map(Object.entries(itemReaders));

export function readRust(
  root: SyntaxNode,
  text: string,
  flow: CallFactsBuilder,
  hidden: readonly TextRange[],
): void {
  const rust = new RustReading(text, flow, {
    value: readValue,
    type: readType,
    visit: (node, reading) => void readValue(node, reading),
  });
  rust.visitAll(rust.parts(root));
  readItemMacros(hidden, rust);
  rust.bindBases();
  rust.locals.finish();
}

function readValue(node: SyntaxNode, reading: Reading): ExprId {
  const rust = asRust(reading);
  const type = node.type;
  const value = values.get(type);
  if (value) return value(node, rust);
  const item = items.get(type);
  if (item) item(node, rust);
  else rust.visitAll(rust.parts(node));
  return rust.flow.unknown();
}
