/** Reads declarations of C#'s types. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { CONSTRUCTOR, type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { readArguments } from "./calls.ts";
import { modifierFlags, parametersOf, readFunction } from "./functions.ts";
import { readMember } from "./members.ts";
import { bindTypeParameters, lastName, withMembers } from "./types.ts";

/**
 * Binds a type. Types of all namespaces in a file are names of the file; nested types are members of their
 * type.
 */
function bindType(name: string, value: ExprId, { flow }: Reading): void {
  const around = flow.current;
  flow.bind(name, value, flow.kindOf(around) === "namespace" ? FILE_SCOPE : around);
}

const FILE_SCOPE = 0;

export function readTypeDeclaration(node: SyntaxNode, kind: "class" | "interface", cs: Reading): void {
  const { flow } = cs;
  const name = node.childForFieldName("name");
  const parts = cs.parts(node);
  if (!name) return cs.visitAll(parts);
  const text = cs.textOf(name);
  const list = parts.find(({ type }) => type === "base_list");
  const baseNodes = (list ? cs.parts(list) : []).filter(({ type }) => type !== "argument_list");
  const bases = baseNodes.map((base) => cs.type(base)).filter((base) => base !== flow.unknown());
  const scope = flow.enter({
    kind,
    name: text,
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags: modifierFlags(parts, cs) & (SCOPE_FLAGS.exported | SCOPE_FLAGS.partial),
  });
  flow.bases(bases, scope);
  cs.locals.frame("class", () => {
    bindTypeParameters(parts, cs);
    const body = node.childForFieldName("body");
    const members = body ? cs.parts(body) : [];
    withMembers(memberNames(members, cs), cs, () => {
      readPrimaryConstructor(
        parts.find((part) => part.type === "parameter_list"),
        text,
        cs,
      );
      if (list) readBaseCall(list, cs);
      readMembers(members, text, cs);
    });
  });
  flow.leave();
  bindType(text, flow.scopeValue(scope), cs);
}

/**
 * Reads a primary constructor, which has no name in the text. Its parameters are visible in the whole class.
 */
function readPrimaryConstructor(parameters: SyntaxNode | undefined, typeName: string, cs: Reading): void {
  if (!parameters) return;
  const { flow } = cs;
  for (const { name, type } of parametersOf(parameters, cs))
    flow.bind(cs.textOf(name), flow.instance(cs.type(type)));
  const scope = readFunction(
    parameters,
    { name: typeName, nameStart: parameters.startIndex, flags: SCOPE_FLAGS.constructor, parameters },
    cs,
  );
  flow.bind(CONSTRUCTOR, flow.scopeValue(scope));
}

/** Names of methods, properties and fields, not of constructors, which are named like their type. */
function memberNames(members: readonly SyntaxNode[], cs: Reading): ReadonlySet<string> {
  const fields = members.flatMap((member) =>
    /^(?:event_)?field_declaration$/.test(member.type)
      ? cs
          .parts(member)
          .filter(({ type }) => type === "variable_declaration")
          .flatMap((declaration) => cs.parts(declaration))
      : [],
  );
  const named = [
    ...members.filter(
      ({ type }) =>
        type === "method_declaration" || type === "property_declaration" || type === "event_declaration",
    ),
    ...fields,
  ];
  return new Set(
    named.flatMap((member) => {
      const name = member.childForFieldName("name");
      return name ? [cs.textOf(name)] : [];
    }),
  );
}

/** Includes members between `#if` and `#endif`, whatever the condition. */
function readMembers(members: readonly SyntaxNode[], typeName: string, cs: Reading): void {
  for (const member of members) {
    if (!cs.flow.goesOn(0)) return;
    if (cs.text[member.startIndex] === "#") readMembers(cs.parts(member), typeName, cs);
    else if (!readMember(member, typeName, cs)) cs.visit(member);
  }
}

/** `class A(int x) : Base(x)` calls the base constructor. */
function readBaseCall(list: SyntaxNode, cs: Reading): void {
  const parts = cs.parts(list);
  for (const [at, part] of parts.entries()) {
    const [base, args] =
      part.type === "primary_constructor_base_type" ? cs.parts(part) : [parts[at - 1], part];
    if (base && args?.type === "argument_list")
      cs.flow.call(cs.type(base), readArguments(args, cs), positionOf(lastName(base, cs)), "new");
  }
}

export function readEnum(node: SyntaxNode, cs: Reading): void {
  const { flow } = cs;
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (!name) return cs.visitAll(cs.parts(node));
  const scope = flow.enter({
    kind: "class",
    name: cs.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags: modifierFlags(cs.parts(node), cs) & SCOPE_FLAGS.exported,
  });
  for (const member of body ? cs.parts(body) : []) {
    const memberName = member.childForFieldName("name");
    cs.visit(member.childForFieldName("value"));
    if (memberName) flow.bind(cs.textOf(memberName), flow.instance(flow.scopeValue(scope)));
  }
  flow.leave();
  bindType(cs.textOf(name), flow.scopeValue(scope), cs);
}

/** `delegate Task Handler(string text)`: a function type. */
export function readDelegate(node: SyntaxNode, cs: Reading): void {
  const name = node.childForFieldName("name");
  if (name)
    bindType(
      cs.textOf(name),
      cs.flow.signature(cs.type(node.childForFieldName("type") ?? node.childForFieldName("returns"))),
      cs,
    );
}
