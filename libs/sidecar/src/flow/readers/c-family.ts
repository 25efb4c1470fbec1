/**
 * Flow facts of C and C++. What a reader of them must know: `#include "x.h"` is a wildcard of `x.h`, `using namespace a::b`
 * one of `::a::b`; in a method, wherever it stands, a plain name is a member of its class too; in C the struct `x` is called
 * `struct x`; constructors are members called `<init>`.
 */
import type { SyntaxNode } from "../../tree/syntax-tree.ts";
import type { FlowBuilder } from "../builder.ts";
import type { ExprId } from "../facts.ts";
import { readValue } from "./c-family/expressions.ts";
import { CReading } from "./c-family/reading.ts";
import { readStatement } from "./c-family/statements.ts";
import { readType } from "./c-family/types.ts";

export function readC(root: SyntaxNode, text: string, flow: FlowBuilder): void {
  readFile(root, text, flow, "c");
}

export function readCpp(root: SyntaxNode, text: string, flow: FlowBuilder): void {
  readFile(root, text, flow, "cpp");
}

function readFile(root: SyntaxNode, text: string, flow: FlowBuilder, language: "c" | "cpp"): void {
  const read = (node: SyntaxNode): ExprId => (readStatement(node, c) ? flow.unknown() : readValue(node, c));
  const c: CReading = new CReading(text, flow, { value: read, type: (node) => readType(node, c), visit: read });
  c.isCpp = language === "cpp";
  c.visitAll(root.namedChildren);
  c.locals.finish();
}
