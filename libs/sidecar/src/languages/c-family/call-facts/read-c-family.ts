/**
 * Reads the call facts of C and C++. Conventions: `#include "x.h"` is a wildcard of `x.h`, `using namespace
 * a::b` one of `::a::b`. In a method, also one outside its class, a plain name may be a member of the class.
 * In C the struct `x` is named `struct x`. Constructors are members named `<init>`.
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
