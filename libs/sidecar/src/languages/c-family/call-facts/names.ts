/** Reads names of C and C++ with their qualifiers: `a::b<int>::f`. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { SMART_POINTERS } from "../smart-pointers.ts";
import { innermost } from "../../../call-facts/reading/reading.ts";
import type { CReading } from "./reading.ts";

/** The value or type of a name, which may be qualified and have template arguments. */
export function readName(node: SyntaxNode, c: CReading): ExprId {
  const { flow, locals } = c;
  switch (node.type) {
    case "qualified_identifier": {
      const [scope, ...rest] = c.parts(node);
      if (!scope || rest.length === 0) return scope ? readRooted(scope, c) : flow.unknown();
      return readMember(readName(scope, c), rest.at(-1), c);
    }
    case "template_type":
    case "template_function":
    case "template_method":
      return withArguments(node, (name) => readName(name, c), c);
    case "nested_namespace_specifier":
      return (
        c
          .parts(node)
          .reduce<ExprId | null>(
            (outer, part) => (outer === null ? readName(part, c) : flow.member(outer, c.textOf(part))),
            null,
          ) ?? flow.unknown()
      );
    case "dependent_name":
    case "dependent_type":
      return readName(c.parts(node).at(-1) ?? node, c);
    case "identifier":
      return locals.read(c.textOf(node));
    default:
      return locals.outside(c.textOf(node));
  }
}

/** A name with a leading `::`: its first part is looked up in the file's scope. */
function readRooted(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  if (node.type === "qualified_identifier") {
    const [scope, ...rest] = c.parts(node);
    return scope ? readMember(readRooted(scope, c), rest.at(-1), c) : flow.unknown();
  }
  if (node.type.startsWith("template_")) return withArguments(node, (name) => readRooted(name, c), c);
  return flow.within(FILE_SCOPE, () => flow.standing(c.locals.outside(c.textOf(node))));
}

const FILE_SCOPE = 0;

/** A member, whose name may be qualified and have template arguments too. */
export function readMember(outer: ExprId, name: SyntaxNode | undefined, c: CReading): ExprId {
  const { flow } = c;
  let [object, node] = [outer, name];
  // Paths nest to the right, and may be longer than any stack.
  while (node?.type === "qualified_identifier" || node?.type === "dependent_name") {
    const parts = c.parts(node);
    if (node.type === "qualified_identifier" && parts.length > 1) object = readMember(object, parts[0], c);
    node = parts.at(-1);
  }
  if (!node) return flow.unknown();
  const of = object;
  return node.type.startsWith("template_")
    ? withArguments(node, (inner) => readMember(of, inner, c), c)
    : flow.member(object, c.textOf(node));
}

/**
 * Number of template arguments of a container or pointer that are types of its content. The others are its
 * size, allocator or order.
 */
const HELD_TYPES: ReadonlyMap<string, number> = new Map([
  ...(
    "array vector deque list forward_list set multiset unordered_set unordered_multiset stack queue " +
    "priority_queue span"
  )
    .split(" ")
    .map((name): [string, number] => [name, 1]),
  ...[...SMART_POINTERS].map((name): [string, number] => [name, 1]),
  ..."map multimap unordered_map unordered_multimap".split(" ").map((name): [string, number] => [name, 2]),
]);

function withArguments(node: SyntaxNode, read: (name: SyntaxNode) => ExprId, c: CReading): ExprId {
  const [name, list] = c.parts(node);
  if (!name) return c.flow.unknown();
  const type = read(name);
  const args = (list ? c.parts(list) : []).slice(0, HELD_TYPES.get(c.textOf(name))).map((arg) => c.type(arg));
  return args.length === 0 ? type : c.flow.generic(type, args);
}

/** The node of the last name. */
export function lastNameNode(node: SyntaxNode, c: CReading): SyntaxNode {
  return innermost(node, (at) => nodeWithName(at, c));
}

/** The part that contains the last name; undefined for the name itself. */
function nodeWithName(node: SyntaxNode, c: CReading): SyntaxNode | undefined {
  switch (node.type) {
    case "qualified_identifier":
    case "field_expression":
    case "dependent_name":
      return c.parts(node).at(-1);
    case "template_type":
    case "template_function":
    case "template_method":
    case "parenthesized_expression":
    case "pointer_expression":
      return c.parts(node)[0];
    default:
      return undefined;
  }
}
