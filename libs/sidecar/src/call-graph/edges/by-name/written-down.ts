/** What a value that is written down has by itself: texts, numbers, lists, dictionaries. */
import { profileOf } from "../../../languages/profiles.ts";
import type { Resolution } from "../../resolution.ts";
import type { Value } from "../../values.ts";

/** Types of the languages' literals, with the readers' names for them. */
const LITERAL_TYPES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "RegExp",
  "str",
  "bytes",
  "int",
  "float",
  "complex",
  "bool",
  "array",
  "String",
  "Integer",
  "Float",
  "TrueClass",
  "FalseClass",
]);

/** Whether a value is a placeholder: a list, an empty dictionary, or a value of a literal's type. */
export function isWrittenDown(resolution: Resolution, value: Value): boolean {
  const index = value.kind === "literal" ? resolution.index(value.file) : null;
  if (value.kind === "literal")
    return index?.op(value.expr) === "list" || index?.entries(value.expr, 1).length === 0;
  return value.kind === "external" && value.args.length === 0 && LITERAL_TYPES.has(value.name);
}

/**
 * Whether some literal of a language has a method, one of those apart that are too common to say anything.
 */
export function isMethodOfLiterals(language: string, name: string): boolean {
  return profileOf(language).literalMethods.has(name);
}
