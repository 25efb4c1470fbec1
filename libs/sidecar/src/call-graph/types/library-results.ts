/**
 * Result types of library functions and methods of Kotlin and C#, by name. They determine which extensions
 * apply to a result.
 */
import type { ExternalValue } from "../values.ts";
import { resultOf, stepsUp } from "./library-types.ts";

const GIVES: Readonly<Record<string, string>> = {
  String:
    "lowercase uppercase trimStart trimEnd trimIndent trimMargin removePrefix removeSuffix " +
    "removeSurrounding padStart padEnd joinToString readText readln substringBefore substringAfter " +
    "substringBeforeLast substringAfterLast replaceFirstChar buildString Trim TrimStart TrimEnd " +
    "ToUpper ToLower ToUpperInvariant ToLowerInvariant Substring PadLeft PadRight ToString",
  List: "listOf emptyList listOfNotNull toList lines readLines split ToList",
  MutableList: "mutableListOf arrayListOf toMutableList buildList",
  Set: "setOf emptySet setOfNotNull toSet",
  MutableSet: "mutableSetOf hashSetOf linkedSetOf toMutableSet",
  Map: "mapOf emptyMap toMap groupBy associate associateBy associateWith",
  MutableMap: "mutableMapOf hashMapOf linkedMapOf toMutableMap",
  Sequence: "sequenceOf emptySequence asSequence generateSequence",
};
const RESULTS: ReadonlyMap<string, string> = new Map(
  Object.entries(GIVES).flatMap(([type, names]) =>
    names.split(" ").map((name): [string, string] => [name, type]),
  ),
);

/** Base types that the table of the Java library lacks. */
const ABOVE: ReadonlyMap<string, readonly string[]> = new Map([
  ["String", ["CharSequence"]],
  ["MutableList", ["List", "MutableCollection", "Collection", "Iterable"]],
  ["MutableSet", ["Set", "MutableCollection", "Collection", "Iterable"]],
  ["MutableMap", ["Map"]],
  ["List", ["IList", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IEnumerable"]],
  ["IList", ["ICollection", "IEnumerable"]],
  ["IReadOnlyList", ["IReadOnlyCollection", "IEnumerable"]],
]);

/**
 * The library type of a name: of a type, the type itself; of a call (`string.Trim`), its result; of any other
 * name, its last part.
 */
export function libraryType(name: string): string {
  const parts = name.split(".");
  return parts.reduce((owner, part) => {
    if (part === "string") return "String";
    return RESULTS.get(part) ?? resultOf(owner, part) ?? part;
  }, "");
}

/** Whether a library type is known to be `above` or a subtype of it. */
export function isLibrarySubtype(type: string, above: string): boolean {
  return (
    type === above || (ABOVE.get(type)?.includes(above) ?? false) || typeof stepsUp(type, above) === "number"
  );
}

/** Types that cannot be derived from. */
const FINAL: ReadonlySet<string> = new Set([
  "String",
  "Boolean",
  "Byte",
  "Char",
  "Double",
  "Float",
  "Int",
  "Long",
  "Short",
  "bool",
  "byte",
  "char",
  "decimal",
  "double",
  "float",
  "int",
  "long",
  "short",
]);
const KNOWN: ReadonlySet<string> = new Set([
  ...FINAL,
  ...Object.keys(GIVES),
  ...ABOVE.keys(),
  ...[...ABOVE.values()].flat(),
]);

/** Whether a library type is known to be neither `above` nor a subtype of it. */
export function isOtherLibraryType(type: string, above: string): boolean {
  if (isLibrarySubtype(type, above)) return false;
  return FINAL.has(above) || (KNOWN.has(type) && KNOWN.has(above)) || stepsUp(type, above) === null;
}

/** The simple name of a type. C#'s `string` counts as `String`. */
export function typeName({ name }: ExternalValue): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last === "string" ? "String" : last;
}
