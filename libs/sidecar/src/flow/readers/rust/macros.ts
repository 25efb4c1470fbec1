/** Calls of macros. What stands between their brackets is read as far as it looks like calls: `name(…)`, `a.b(…)`, `A::b(…)`. */
import type { SyntaxNode } from "../../../tree/syntax-tree.ts";
import type { ExprId } from "../../facts.ts";
import { placeOf } from "../reading.ts";
import { readName, readRooted } from "./paths.ts";
import type { RustReading } from "./rust-reading.ts";

export function readMacro(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [macro, tree] = rust.parts(node);
  if (!macro) return flow.unknown();
  const name = macro.type === "scoped_identifier" ? (macro.childForFieldName("name") ?? macro) : macro;
  const args = tree ? readTokens(tree, rust) : [];
  const call = flow.call(rust.locals.outside(rust.textOf(name)), args.map((value) => ({ value })), placeOf(name));
  switch (rust.textOf(name)) {
    case "vec": return flow.list(args);
    case "format": return rust.builtin("String");
    default: return call;
  }
}

/** Values between commas; unknown for what is more than names and calls. */
function readTokens(tree: SyntaxNode, rust: RustReading): ExprId[] {
  const { flow } = rust;
  const tokens = tree.children.slice(1, -1);
  const values: ExprId[] = [];
  let parts: ExprId[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as SyntaxNode;
    if (token.type === ",") {
      values.push(parts.length === 1 ? (parts[0] as ExprId) : flow.unknown());
      parts = [];
      at++;
    } else {
      const chain = readChain(tokens, at, rust);
      parts.push(chain.value);
      at = chain.next;
    }
  }
  if (parts.length > 0) values.push(parts.length === 1 ? (parts[0] as ExprId) : flow.unknown());
  return values;
}

interface Chain {
  readonly value: ExprId;
  readonly next: number;
}

/** A name and what is read of it and called on it, as long as it goes on. */
function readChain(tokens: readonly SyntaxNode[], start: number, rust: RustReading): Chain {
  const { flow } = rust;
  const first = tokens[start] as SyntaxNode;
  let name = first;
  let value = firstValue(first, rust);
  let at = start + 1;
  if (value === null) return { value: flow.unknown(), next: at };
  for (let token = tokens[at]; token; token = tokens[at]) {
    const type = token.type;
    const after = tokens[at + 1];
    if ((type === "." || type === "::") && after && (after.type === "identifier" || after.type === "integer_literal")) {
      name = after;
      value = flow.member(value, rust.textOf(after));
      at += 2;
    } else if (type === "token_tree" && rust.text[token.startIndex] === "(") {
      value = flow.call(value, readTokens(token, rust).map((argument) => ({ value: argument })), placeOf(name));
      at++;
    } else if (type === "!" && after?.type === "token_tree") {
      value = flow.call(value, readTokens(after, rust).map((argument) => ({ value: argument })), placeOf(name));
      at += 2;
    } else break;
  }
  return { value, next: at };
}

/** Null for what no chain begins with. */
function firstValue(token: SyntaxNode, rust: RustReading): ExprId | null {
  switch (token.type) {
    case "identifier": case "primitive_type": return readName(rust.textOf(token), rust);
    case "self": return rust.flow.this();
    case "crate": case "super": return readRooted([rust.textOf(token)], rust);
    case "string_literal": return rust.builtin("str");
    case "token_tree":
      readTokens(token, rust);
      return null;
    default: return null;
  }
}
