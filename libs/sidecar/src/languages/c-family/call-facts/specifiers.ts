/** Reads structs, classes, unions and enums of C and C++, both definitions and mere mentions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { lastNameNode } from "./names.ts";
import type { CReading } from "./reading.ts";

/** The type of a specifier. @param alias the name that a `typedef` gives to an anonymous struct */
export function readSpecifier(node: SyntaxNode, alias: SyntaxNode | null, c: CReading): ExprId {
  const { flow } = c;
  const parts = c.parts(node);
  const body = parts.find(({ type }) => type === "field_declaration_list" || type === "enumerator_list");
  const nameNode = parts.find(
    ({ type }) => type === "type_identifier" || type === "template_type" || type === "qualified_identifier",
  );
  const word = /^\w+/.exec(c.text.slice(node.startIndex, node.startIndex + 10))?.[0] ?? "struct";
  const name = nameNode ? c.textOf(lastNameNode(nameNode, c)) : alias ? c.textOf(alias) : "";
  const tag = c.isCpp || word === "class" ? name : `${word} ${name}`;
  if (!body)
    return name === ""
      ? flow.unknown()
      : nameNode && nameNode.type !== "type_identifier"
        ? c.type(nameNode)
        : c.locals.outside(tag);
  const nameStart = (nameNode ? lastNameNode(nameNode, c) : (alias ?? node)).startIndex;
  const head = { name, nameStart, startLine: node.startRow + 1 };
  const scope =
    word === "enum"
      ? readEnum(body, /^enum\s+(?:class|struct)\b/.test(c.textOf(node).slice(0, 40)), head, c)
      : readClass(parts, body, head, c);
  if (nameNode) {
    flow.bind(tag, flow.scopeValue(scope));
    // The name that a C file uses.
    if (c.isCpp && word !== "class") flow.bind(`${word} ${name}`, flow.scopeValue(scope));
  }
  return flow.scopeValue(scope);
}

interface Head {
  readonly name: string;
  readonly nameStart: number;
  readonly startLine: number;
}

function readClass(parts: readonly SyntaxNode[], body: SyntaxNode, head: Head, c: CReading): number {
  const { flow } = c;
  const clause = parts.find(({ type }) => type === "base_class_clause");
  const baseNodes = (clause ? c.parts(clause) : []).filter(
    ({ type }) => type === "type_identifier" || type === "qualified_identifier" || type === "template_type",
  );
  const bases = baseNodes.map((base) => c.type(base));
  const scope = flow.enter({ kind: "class", ...head });
  c.takeTemplate();
  flow.bases(
    bases.filter((base) => base !== flow.unknown()),
    scope,
  );
  const baseNames = new Set(baseNodes.map((base) => c.textOf(lastNameNode(base, c))));
  c.locals.frame("class", () => c.withinClass(head.name, baseNames, () => c.visitAll(body.namedChildren)));
  flow.leave();
  return scope;
}

/** Constants of an enum are also names of the enclosing scope, unless it is a scoped enum (`keeps`). */
function readEnum(body: SyntaxNode, keeps: boolean, head: Head, c: CReading): number {
  const { flow } = c;
  const scope = flow.enter({ kind: "class", ...head });
  const names: string[] = [];
  c.locals.frame("class", () => {
    for (const enumerator of c.parts(body)) {
      const [name, value] = enumerator.type === "enumerator" ? c.parts(enumerator) : [];
      if (!name) {
        c.visit(enumerator);
        continue;
      }
      c.visit(value);
      names.push(c.textOf(name));
      flow.bind(c.textOf(name), flow.instance(flow.scopeValue(scope)));
    }
  });
  flow.leave();
  if (!keeps) for (const name of names) c.locals.bind(name, flow.instance(flow.scopeValue(scope)));
  return scope;
}
