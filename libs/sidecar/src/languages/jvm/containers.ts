/**
 * What functions of the JVM's libraries make of what they are handed: lists, maps, options and pairs, each
 * with the types of what it holds.
 */
import type { CallFactsBuilder } from "../../call-facts/builder.ts";
import type { Argument } from "../../call-facts/expression-writer.ts";
import type { ExprId } from "../../call-facts/facts.ts";

type Holding = "each" | "array" | "parts" | "keys and values" | "pairs";

/** By what the functions are called; Java's with their class. */
const HOLDING: Readonly<Record<Holding, string>> = {
  each:
    "List.of Set.of Stream.of Stream.ofNullable Optional.of Optional.ofNullable Collections.singleton " +
    "Collections.singletonList EnumSet.of " +
    "arrayListOf arrayOf hashSetOf linkedSetOf listOf listOfNotNull mutableListOf mutableSetOf " +
    "sequenceOf setOf setOfNotNull",
  // A single one may be an array.
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

/** Of longer lists these many tell what is in them. */
const TOLD_BY = 20;

/** The callee of a call of this name, with the types that it would be written with: `List.<Foo>of(foo)`. */
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

/** Values by the type parameter that they tell of. */
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
 * The type of a container that is made with what another one holds: `new ArrayList<>(servers)`, as `new
 * ArrayList<Server>(servers)` has it.
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

/** `left to right`: what the library's function gives, or another one of that name. */
export function pairOf(call: ExprId, left: ExprId, right: ExprId, flow: CallFactsBuilder): ExprId {
  return flow.either([
    call,
    flow.instance(flow.generic(flow.import("kotlin.Pair", "*"), [flow.typeOf(left), flow.typeOf(right)])),
  ]);
}
