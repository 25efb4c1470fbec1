/** Reads statements of C and C++, and the top level of files and namespaces. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readDeclaration, readFunctionDefinition, readTypedef } from "./declarations.ts";
import { readDeclarator } from "./declarators.ts";
import { readAlias, readMacro, readMacroUse } from "./macros.ts";
import { readName } from "./names.ts";
import type { CReading } from "./reading.ts";
import { readSpecifier } from "./specifiers.ts";

/** Reads a statement or declaration; returns false for any other node. */
export function readStatement(node: SyntaxNode, c: CReading): boolean {
  switch (node.type) {
    case "compound_statement":
    case "for_statement":
    case "if_statement":
    case "while_statement":
    case "switch_statement":
    case "case_statement":
      c.locals.block(() => c.visitAll(node.namedChildren));
      return true;
    case "for_range_loop":
      c.locals.block(() => readRangeLoop(node, c));
      return true;
    case "catch_clause":
      c.locals.block(() => readCatch(node, c));
      return true;
    case "return_statement":
    case "co_return_statement":
    case "co_yield_statement":
      c.flow.returns(c.value(c.parts(node)[0]));
      return true;
    case "declaration":
    case "field_declaration":
      readDeclaration(node, c);
      return true;
    case "function_definition":
      readFunctionDefinition(node, c);
      return true;
    case "type_definition":
      readTypedef(node, c);
      return true;
    case "struct_specifier":
    case "class_specifier":
    case "union_specifier":
    case "enum_specifier":
      readSpecifier(node, null, c);
      return true;
    case "preproc_def":
      readAlias(node, c);
      return true;
    case "preproc_function_def":
      readMacro(node, c);
      return true;
    // A macro as a type, or a macro without a semicolon at the end of a block.
    case "macro_type_specifier":
      readMacroUse(node, c);
      return true;
    case "preproc_include":
      readInclude(node, c);
      return true;
    default:
      return readCppStatement(node, c);
  }
}

function readCppStatement(node: SyntaxNode, c: CReading): boolean {
  switch (node.type) {
    case "namespace_definition":
      readNamespace(node, c);
      return true;
    case "template_declaration":
      readTemplate(node, c);
      return true;
    case "using_declaration":
      readUsing(node, c);
      return true;
    case "alias_declaration":
    case "namespace_alias_definition": {
      const [name, target] = c.parts(node);
      if (name && target)
        c.locals.bind(
          c.textOf(name),
          node.type === "alias_declaration" ? c.type(target) : readName(target, c),
        );
      return true;
    }
    case "friend_declaration":
      // A mere declaration there belongs to another class or file.
      c.visitAll(c.parts(node).filter(({ type }) => type === "function_definition"));
      return true;
    default:
      return false;
  }
}

/** Binds all names of the included file. */
function readInclude(node: SyntaxNode, c: CReading): void {
  const path = c.parts(node)[0];
  const module = path ? c.textOf(path).replace(/^["<]|[">]$/g, "") : "";
  if (module !== "") c.flow.within(0, () => c.flow.wildcard(module));
}

/** `namespace a::b { … }`; the content of an unnamed one belongs to the enclosing scope. */
function readNamespace(node: SyntaxNode, c: CReading): void {
  const { flow } = c;
  const parts = c.parts(node);
  const body = parts.find(({ type }) => type === "declaration_list");
  const nameNode = parts[0] === body ? undefined : parts[0];
  // Names of an inline namespace belong to the enclosing one.
  const isInline = /^inline\b/.test(c.text.slice(node.startIndex, node.startIndex + 7));
  const names = isInline
    ? []
    : nameNode?.type === "nested_namespace_specifier"
      ? c.parts(nameNode)
      : nameNode
        ? [nameNode]
        : [];
  for (const name of names) {
    const text = c.textOf(name);
    const around = flow.current;
    const scope = flow.enter({
      kind: "namespace",
      name: text,
      nameStart: name.startIndex,
      startLine: node.startRow + 1,
    });
    flow.bind(text, flow.scopeValue(scope), around);
  }
  if (body) c.visitAll(body.namedChildren);
  for (let at = 0; at < names.length; at++) flow.leave();
}

function readTemplate(node: SyntaxNode, c: CReading): void {
  const parts = c.parts(node);
  const list = parts.find(({ type }) => type === "template_parameter_list");
  const names = (list ? c.parts(list) : []).flatMap((parameter): string[] => {
    const name = parameter.type.endsWith("type_parameter_declaration")
      ? c.parts(parameter)[0]
      : c.parts(parameter).findLast(({ type }) => type === "identifier");
    return name?.type === "type_identifier" || name?.type === "identifier" ? [c.textOf(name)] : [];
  });
  c.withTemplate(names, () => c.visitAll(parts.filter((part) => part !== list)));
}

/** `using namespace a::b;` adds the names of `::a::b`; `using a::b;` binds one name. */
function readUsing(node: SyntaxNode, c: CReading): void {
  const name = c.parts(node)[0];
  if (!name) return;
  const text = c.textOf(name).replace(/\s+/g, "");
  if (/^using\s+namespace\b/.test(c.text.slice(node.startIndex, name.startIndex)))
    return c.flow.wildcard(`::${text.replace(/^::/, "")}`);
  const parts = text.split("::");
  const last = parts.at(-1) as string;
  // `using Base::Base;` inherits the constructors.
  if (parts.at(-2) !== last) c.locals.bind(last, readName(name, c));
}

/** `for (Type name : iterable) …` */
function readRangeLoop(node: SyntaxNode, c: CReading): void {
  const { flow, locals } = c;
  const parts = c.parts(node).filter(({ type }) => type !== "type_qualifier" && type !== "init_statement");
  for (const part of c.parts(node)) if (part.type === "init_statement") c.visit(part);
  const [typeNode, declaratorNode, iterable, body] = parts;
  const element = flow.element(c.value(iterable));
  const declared = readDeclarator(declaratorNode, c.type(typeNode), c);
  if (declared.name?.type === "structured_binding_declarator") {
    for (const [at, name] of c.parts(declared.name).entries())
      locals.bind(c.textOf(name), flow.index(element, flow.text(String(at))));
  } else if (declared.name) {
    const called = locals.declare(c.textOf(declared.name));
    flow.bind(called, declared.type === flow.unknown() ? element : flow.instance(declared.type));
  }
  c.visit(body);
}

function readCatch(node: SyntaxNode, c: CReading): void {
  const [list, body] = c.parts(node);
  const parameter = list ? c.parts(list)[0] : undefined;
  const parts = parameter ? c.parts(parameter).filter(({ type }) => type !== "type_qualifier") : [];
  const declared = readDeclarator(parts[1], c.type(parts[0]), c);
  if (declared.name) c.locals.bind(c.textOf(declared.name), c.flow.instance(declared.type));
  c.visit(body);
}
