/**
 * Reads types of Python's annotations. A few names are built in (`PRIMITIVES`); all others are plain names,
 * including containers (`list<Server>`, `dict<…>`, `tuple<…>`). `type[X]` is the class itself. `None` is left
 * out of unions.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { type ExprId, NONE } from "../../../call-facts/facts.ts";
import { SIDECAR_LIMITS } from "../../../limits.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { isPath, pathValue } from "./paths.ts";
import { stringContent } from "./strings.ts";

const PRIMITIVES = new Set(["str", "int", "float", "bool", "bytes", "complex"]);
/** Names that say nothing about an object's members. */
const NO_TYPES = new Set(["None", "Any", "typing.Any", "t.Any"]);
/** Forms whose first argument is the type itself. */
const TRANSPARENT = new Set([
  "Annotated",
  "Final",
  "ClassVar",
  "Required",
  "NotRequired",
  "ReadOnly",
  "InitVar",
]);
/** Names whose subscripts are always types. */
const TYPE_FORMS = new Set([...TRANSPARENT, "Optional", "Union", "Callable", "Type", "Literal"]);

export function isTypeForm(name: string): boolean {
  return TYPE_FORMS.has(name);
}

/** Reads the type in an annotation, a base or a part of one. */
export function readType(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  return tree.descend(node, typeReader);
}

/** A type, and the first call in its annotations (`Annotated[Session, Depends(open)]`). */
export interface AnnotatedType {
  readonly type: ExprId;
  /** `NONE` if there is none. */
  readonly about: ExprId;
}

/** Reads the declared type of a parameter. */
export function readAnnotatedType(node: SyntaxNode, tree: TreeReader<PythonNames>): AnnotatedType {
  const inner = node.type === "type" ? (tree.children(node)[0] ?? node) : node;
  const [head, ...rest] = /^(?:generic_type|subscript)$/.test(inner.type) ? tree.children(inner) : [];
  if (!head || !/^(?:\w+\.)*Annotated$/.test(tree.textOf(head)))
    return { type: readType(node, tree), about: NONE };
  const [type, ...others] = argumentsIn(rest, tree);
  const read = type ? readType(type, tree) : tree.flow.unknown();
  const abouts = others.map((other) => {
    const [own = other] = other.type === "type" ? tree.children(other) : [other];
    return { isCall: own.type === "call", value: tree.read(own) };
  });
  return { type: read, about: abouts.find(({ isCall }) => isCall)?.value ?? NONE };
}

function argumentsIn(nodes: readonly SyntaxNode[], tree: TreeReader<PythonNames>): readonly SyntaxNode[] {
  return nodes.flatMap((child) => (child.type === "type_parameter" ? tree.children(child) : [child]));
}

function typeReader(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const text = tree.textOf(node);
  if (isPath(text)) return named(text, flow);
  switch (node.type) {
    case "identifier":
      return named(text, flow);
    case "type":
    case "parenthesized_expression": {
      const [inner] = tree.children(node);
      return inner ? readType(inner, tree) : flow.unknown();
    }
    case "string":
      return readQuotedType(stringContent(text) ?? "", flow);
    case "binary_operator":
    case "union_type":
      return flow.either(tree.children(node).map((option) => readType(option, tree)));
    case "generic_type":
    case "subscript": {
      const [head, ...rest] = tree.children(node);
      return head ? readGeneric(head, argumentsIn(rest, tree), tree) : flow.unknown();
    }
    default:
      return tree.read(node);
  }
}

function readGeneric(head: SyntaxNode, args: readonly SyntaxNode[], tree: TreeReader<PythonNames>): ExprId {
  const name = tree.textOf(head).replace(/^.*\./su, "");
  if (name === "Literal") return tree.flow.unknown();
  if (name !== "Annotated")
    return applied(
      name,
      () => tree.read(head),
      args.map((arg) => readType(arg, tree)),
      tree.flow,
    );
  const [type, ...rest] = args;
  for (const about of rest) tree.read(about);
  return type ? readType(type, tree) : tree.flow.unknown();
}

/** The meaning of a type with arguments. */
function applied(name: string, head: () => ExprId, args: readonly ExprId[], flow: CallFactsBuilder): ExprId {
  const first = args[0] ?? flow.unknown();
  if (name === "Optional" || name === "Union") return flow.either(args);
  if (name === "Literal") return flow.unknown();
  if (name === "Callable") return flow.signature(args.at(-1) ?? first);
  if (name === "type" || name === "Type") return flow.typeOf(first);
  return TRANSPARENT.has(name) ? first : flow.generic(head(), args);
}

/** `"server.Server"`, `"Optional[Server]"`, `"list[A | B]"`; anything else is unknown. */
function readQuotedType(text: string, flow: CallFactsBuilder): ExprId {
  if (text.length > SIDECAR_LIMITS.nameChars || !/^[\p{L}\p{N}_.\s[\],|]+$/u.test(text))
    return flow.unknown();
  const tokens = text.match(/[\p{L}\p{N}_.]+|[[\],|]/gu) ?? [];
  let at = 0;
  const union = (): ExprId => {
    const options = [single()];
    while (tokens[at] === "|" && ++at) options.push(single());
    return flow.either(options);
  };
  const list = (): ExprId[] => {
    const items: ExprId[] = [];
    for (at++; at < tokens.length && tokens[at] !== "]";) {
      items.push(union());
      if (tokens[at] === "," || items.length > tokens.length) at++;
    }
    at++;
    return items;
  };
  const single = (): ExprId => {
    const name = tokens[at] ?? "";
    if (name === "[") return (void list(), flow.unknown());
    at++;
    if (!/^[\p{L}_]/u.test(name)) return flow.unknown();
    return tokens[at] === "["
      ? applied(name.replace(/^.*\./u, ""), () => named(name, flow), list(), flow)
      : named(name, flow);
  };
  const type = union();
  return at >= tokens.length ? type : flow.unknown();
}

function named(path: string, flow: CallFactsBuilder): ExprId {
  if (NO_TYPES.has(path)) return flow.unknown();
  if (PRIMITIVES.has(path)) return flow.builtin(path);
  return pathValue(path, flow);
}
