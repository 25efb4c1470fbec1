/**
 * Reads the call facts of C and C++. Conventions: `#include "x.h"` is a wildcard of `x.h`, `using namespace
 * a::b` one of `::a::b`. In a method, also one outside its class, a plain name may be a member of the class.
 * In C the struct `x` is named `struct x`. Constructors are members named `<init>`.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { innermost } from "../../../call-facts/reading/reading.ts";
import type { TextRange } from "../../../facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { POINTER, SMART_POINTERS } from "../smart-pointers.ts";
import { readValue } from "./expressions.ts";
import { hiddenParts, readHidden, readMacroUse } from "./macros.ts";
import { lastNameNode, readName } from "./names.ts";
import { CReading } from "./reading.ts";
import { readSpecifier } from "./specifiers.ts";
import { readStatement } from "./statements.ts";

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

// Reads types of C and C++. Pointers and references are treated as what they point to, except smart pointers
// of the library, which have methods of their own, and pointers to these (`generic([*], T)`). Arrays are
// `generic([], T)`; pointers to functions and `std::function` are signatures; in C a struct's tag is the name
// `struct tag`.

const TRANSPARENT = /^(?:std::)?(?:function|move_only_function)</;

function readType(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  switch (node.type) {
    case "primitive_type":
    case "sized_type_specifier": {
      const name = c.textOf(node);
      return name === "void" ? flow.unknown() : c.builtin(name);
    }
    case "type_identifier":
    case "identifier":
    case "namespace_identifier":
    case "dependent_type":
      return readName(node, c);
    case "qualified_identifier":
    case "template_type":
      return TRANSPARENT.test(c.textOf(node)) ? firstArgument(node, c) : readNamed(node, c);
    case "struct_specifier":
    case "class_specifier":
    case "union_specifier":
    case "enum_specifier":
      return readSpecifier(node, null, c);
    case "type_descriptor": {
      const parts = c.parts(node).filter(({ type }) => type !== "type_qualifier");
      const declarator = parts[1];
      const type = c.type(parts[0]);
      if (declarator?.type === "abstract_pointer_declarator" && c.smartPointers.has(type))
        return flow.generic(flow.name(POINTER), [type]);
      return declarator && isFunction(declarator, c) ? flow.signature(type) : type;
    }
    case "parameter_pack_expansion":
      return c.type(c.parts(node)[0]);
    case "macro_type_specifier":
      readMacroUse(node, c);
      return flow.unknown();
    default:
      return flow.unknown();
  }
}

function readNamed(node: SyntaxNode, c: CReading): ExprId {
  const type = readName(node, c);
  if (SMART_POINTERS.has(c.textOf(lastNameNode(node, c)))) c.smartPointers.add(type);
  return type;
}

function firstArgument(node: SyntaxNode, c: CReading): ExprId {
  const template = node.type === "qualified_identifier" ? c.parts(node).at(-1) : node;
  const list = template ? c.parts(template)[1] : undefined;
  return list ? c.type(c.parts(list)[0]) : c.flow.unknown();
}

function isFunction(declarator: SyntaxNode, c: CReading): boolean {
  const declared = innermost(declarator, (at) => {
    const inner = at.type === "abstract_function_declarator" ? undefined : c.parts(at)[0];
    return inner?.type.startsWith("abstract_") ? inner : undefined;
  });
  return declared.type === "abstract_function_declarator";
}
