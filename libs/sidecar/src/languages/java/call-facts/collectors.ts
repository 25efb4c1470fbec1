/** What Java's collectors make of a stream: lists, and maps of what their functions give for its elements. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** A collector as it stands in a call, and as it was read there. */
interface Collector {
  readonly node: SyntaxNode | undefined;
  readonly value: ExprId | undefined;
}

/**
 * What `stream.collect(collector)` gives, next to what a call of the library is known to; unknown for most
 * collectors.
 */
export function collectedValue(
  stream: ExprId,
  node: SyntaxNode | undefined,
  value: ExprId | undefined,
  java: Reading,
): ExprId {
  const type = collectedType(stream, { node, value }, java);
  return type === java.flow.unknown() ? type : java.flow.instance(type);
}

function collectedType(stream: ExprId, { node, value }: Collector, java: Reading): ExprId {
  const { flow } = java;
  const call = node?.type === "method_invocation" && value !== undefined ? flow.partsOfCall(value) : null;
  if (!node || !call) return flow.unknown();
  const parts = java.parts(node);
  const list = parts.at(-1);
  const nodes = list ? java.parts(list) : [];
  const args = nodes.map((each, at): Collector => ({ node: each, value: call.args[at] }));
  const name = parts.at(-2);
  const held = (of: Collector | undefined): ExprId => elementType(mapped(stream, of, java), java);
  const below = (of: Collector | undefined): ExprId =>
    of ? collectedType(stream, of, java) : containerOf("List", [elementType(stream, java)], java);
  switch (name ? java.textOf(name) : "") {
    case "toList":
    case "toUnmodifiableList":
    case "toSet":
    case "toUnmodifiableSet":
    case "toCollection":
      return below(undefined);
    case "toMap":
    case "toUnmodifiableMap":
    case "toConcurrentMap":
      return containerOf("Map", [held(args[0]), held(args[1])], java);
    // The map's own class may be told between the two.
    case "groupingBy":
    case "groupingByConcurrent":
      return containerOf("Map", [held(args[0]), below(args.length > 1 ? args.at(-1) : undefined)], java);
    case "partitioningBy":
      return containerOf("Map", [java.builtin("boolean"), below(args[1])], java);
    case "mapping":
      return args[1] ? collectedType(mapped(stream, args[0], java), args[1], java) : flow.unknown();
    case "filtering":
      return args[1] ? collectedType(stream, args[1], java) : flow.unknown();
    default:
      return flow.unknown();
  }
}

/** A stream of what a function gives for what a stream holds: it is one that the function is handed to. */
function mapped(stream: ExprId, taken: Collector | undefined, java: Reading): ExprId {
  const { flow } = java;
  const { node, value } = taken ?? {};
  if (!node || value === undefined) return flow.unknown();
  return IDENTITY.test(java.textOf(node)) ? stream : flow.result(flow.member(stream, "map"), [{ value }]);
}

const IDENTITY = /^(?:[\w.]+\.)?identity\(\s*\)$/;

function elementType(stream: ExprId, { flow }: Reading): ExprId {
  return stream === flow.unknown() ? stream : flow.typeOf(flow.element(stream));
}

function containerOf(name: string, args: readonly ExprId[], { flow }: Reading): ExprId {
  return flow.generic(flow.member(flow.import("java.util", "*"), name), args);
}
