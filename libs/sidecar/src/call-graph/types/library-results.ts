/**
 * Of which type what functions and methods of Kotlin's and C#'s libraries give is, by their names: extensions
 * are found by it.
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

/** What those are derived from that the table of the Java library does not have. */
const ABOVE: ReadonlyMap<string, readonly string[]> = new Map([
  ["String", ["CharSequence"]],
  ["MutableList", ["List", "MutableCollection", "Collection", "Iterable"]],
  ["MutableSet", ["Set", "MutableCollection", "Collection", "Iterable"]],
  ["MutableMap", ["Map"]],
  ["List", ["IList", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IEnumerable"]],
  ["IList", ["ICollection", "IEnumerable"]],
  ["IReadOnlyList", ["IReadOnlyCollection", "IEnumerable"]],
]);

/** Names of types, and of calls (`string.Trim`), give the type's name; another name is its own last part. */
export function libraryType(name: string): string {
  const parts = name.split(".");
  return parts.reduce((owner, part) => {
    if (part === "string") return "String";
    return RESULTS.get(part) ?? resultOf(owner, part) ?? part;
  }, "");
}

export function isLibrarySubtype(type: string, above: string): boolean {
  return (
    type === above || (ABOVE.get(type)?.includes(above) ?? false) || typeof stepsUp(type, above) === "number"
  );
}

/** From which nothing can be derived. */
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

/** Whether a type is known to be another one than one below a type. */
export function isOtherLibraryType(type: string, above: string): boolean {
  if (isLibrarySubtype(type, above)) return false;
  return FINAL.has(above) || (KNOWN.has(type) && KNOWN.has(above)) || stepsUp(type, above) === null;
}

/** C#'s `string` is what others call `String`. */
export function typeName({ name }: ExternalValue): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last === "string" ? "String" : last;
}
