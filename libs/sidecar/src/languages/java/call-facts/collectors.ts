/** Results of Java's collectors: lists, and maps of the results of functions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** A collector in a call: its node and its value. */
interface Collector {
  readonly node: SyntaxNode | undefined;
  readonly value: ExprId | undefined;
}

/**
 * Result of `stream.collect(collector)`, in addition to what is known about library calls; unknown for most
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
    // The map's own class may be an argument between the two.
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

/** A stream of the results of a function, which is recorded as an argument of `map`. */
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
