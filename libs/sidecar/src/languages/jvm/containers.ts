/**
 * Types of containers created by functions of the JVM's libraries: lists, maps, options and pairs, with the
 * types of their content.
 */
import type { CallFactsBuilder } from "../../call-facts/builder.ts";
import type { Argument } from "../../call-facts/expression-writer.ts";
import type { ExprId } from "../../call-facts/facts.ts";

type Holding = "each" | "array" | "parts" | "keys and values" | "pairs";

/** By name of the function; Java's include the class. */
const HOLDING: Readonly<Record<Holding, string>> = {
  each:
    "List.of Set.of Stream.of Stream.ofNullable Optional.of Optional.ofNullable Collections.singleton " +
    "Collections.singletonList EnumSet.of " +
    "arrayListOf arrayOf hashSetOf linkedSetOf listOf listOfNotNull mutableListOf mutableSetOf " +
    "sequenceOf setOf setOfNotNull",
  // A single argument may be an array.
  array: "Arrays.asList Arrays.stream",
  parts: "Pair Triple",
  "keys and values": "Map.of Collections.singletonMap",
  pairs: "hashMapOf linkedMapOf mapOf mutableMapOf",
};
const BY_NAME: ReadonlyMap<string, Holding> = new Map(
  Object.entries(HOLDING).flatMap(([holding, names]) =>
    names.split(" ").map((name): [string, Holding] => [name, holding as Holding]),
  ),
);

/** Arguments that are read of a longer list. */
const TOLD_BY = 20;

/** The callee of a call with this name, with explicit type arguments: `List.<Foo>of(foo)`. */
export function calledFor(
  callee: ExprId,
  name: string,
  args: readonly Argument[],
  flow: CallFactsBuilder,
): ExprId {
  const holding = args.length === 0 ? undefined : BY_NAME.get(name);
  if (holding === undefined) return callee;
  const values = args
    .slice(0, TOLD_BY)
    .map((arg) => (arg.name === "*" ? flow.element(arg.value) : arg.value));
  return flow.generic(
    callee,
    typesHeld(holding, values, flow).map((held) => flow.typeOf(flow.either(held))),
  );
}

/** Values grouped by the type parameter that they determine. */
function typesHeld(
  holding: Holding,
  values: readonly ExprId[],
  flow: CallFactsBuilder,
): readonly (readonly ExprId[])[] {
  switch (holding) {
    case "each":
      return [values];
    case "array":
      return [values.length === 1 ? [...values, flow.element(values[0] as ExprId)] : values];
    case "parts":
      return values.map((value) => [value]);
    case "keys and values":
      return [0, 1].map((rest) => values.filter((_, at) => at % 2 === rest));
    case "pairs":
      return ["component1", "component2"].map((part) => values.map((value) => flow.member(value, part)));
  }
}

const COPYING =
  /^(?:Array|Linked|CopyOnWriteArray)List$|^(?:Vector|Stack)$|^(?:(?:Linked)?Hash|Tree|CopyOnWriteArray|ConcurrentSkipList)Set$|^(?:\w*Queue|\w*Deque)$/;
const COPYING_MAPS =
  /^(?:(?:Linked|Weak|Concurrent|Identity)?Hash|Tree|ConcurrentSkipList|Enum)(?:Map|table)$/;

/**
 * The type of a container created from another one: `new ArrayList<>(servers)` is read as `new
 * ArrayList<Server>(servers)`.
 */
export function copiedType(
  type: ExprId,
  name: string,
  args: readonly Argument[],
  flow: CallFactsBuilder,
): ExprId {
  const [from] = args;
  if (args.length !== 1 || !from) return type;
  if (COPYING.test(name)) return flow.generic(type, [flow.typeOf(flow.element(from.value))]);
  if (!COPYING_MAPS.test(name)) return type;
  return flow.generic(
    type,
    ["keySet", "values"].map((part) =>
      flow.typeOf(flow.element(flow.result(flow.member(from.value, part), []))),
    ),
  );
}

/** `left to right`: a pair of the library, or the result of another function named `to`. */
export function pairOf(call: ExprId, left: ExprId, right: ExprId, flow: CallFactsBuilder): ExprId {
  return flow.either([
    call,
    flow.instance(flow.generic(flow.import("kotlin.Pair", "*"), [flow.typeOf(left), flow.typeOf(right)])),
  ]);
}
