/**
 * Flow facts of C and C++. What a reader of them must know: `#include "x.h"` is a wildcard of `x.h`, `using
 * namespace a::b` one of `::a::b`; in a method, wherever it stands, a plain name is a member of its class
 * too; in C the struct `x` is called `struct x`; constructors are members called `<init>`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { TextRange } from "../../../facts.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { readValue } from "./expressions.ts";
import { hiddenParts, readHidden } from "./macros.ts";
import { CReading } from "./reading.ts";
import { readStatement } from "./statements.ts";
import { readType } from "./types.ts";

export function readC(
  root: SyntaxNode,
  text: string,
  flow: CallFactsBuilder,
  hidden: readonly TextRange[],
): void {
  readFile(root, text, flow, { isCpp: false, hidden });
}

export function readCpp(
  root: SyntaxNode,
  text: string,
  flow: CallFactsBuilder,
  hidden: readonly TextRange[],
): void {
  readFile(root, text, flow, { isCpp: true, hidden });
}

function readFile(
  root: SyntaxNode,
  text: string,
  flow: CallFactsBuilder,
  { isCpp, hidden }: { readonly isCpp: boolean; readonly hidden: readonly TextRange[] },
): void {
  const read = (node: SyntaxNode): ExprId => (readStatement(node, c) ? flow.unknown() : readValue(node, c));
  const c: CReading = new CReading(text, flow, {
    value: read,
    type: (node) => readType(node, c),
    visit: read,
  });
  c.isCpp = isCpp;
  c.hidden = hiddenParts(text, hidden);
  c.visitAll(root.namedChildren);
  readHidden({ start: 0, end: text.length }, c);
  c.locals.finish();
}
