/** Members of literal values: strings, numbers, lists, dictionaries. */
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

const PYTHON =
  "capitalize casefold center count decode encode expandtabs find format_map fromhex hex index isalnum " +
  "isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle " +
  "isupper ljust " +
  "lstrip maketrans partition removeprefix removesuffix rfind rindex rjust rpartition rsplit rstrip " +
  "splitlines startswith endswith swapcase title translate zfill fromkeys popitem setdefault " +
  "difference " +
  "difference_update discard intersection intersection_update isdisjoint issubset issuperset " +
  "symmetric_difference union bit_length conjugate is_integer to_bytes from_bytes as_integer_ratio";
const ECMA =
  "at charAt charCodeAt codePointAt copyWithin findIndex findLast findLastIndex flat flatMap " +
  "hasOwnProperty isPrototypeOf lastIndexOf localeCompare matchAll normalize padEnd padStart " +
  "propertyIsEnumerable " +
  "reduceRight repeat replaceAll search substr toExponential toFixed toLocaleLowerCase toLocaleString " +
  "toLocaleUpperCase toLowerCase toPrecision toReversed toSorted toSpliced toUpperCase trimEnd " +
  "trimStart unshift valueOf with";
const RUBY =
  "abs capitalize ceil chars chomp chop compact count cycle day delete_at delete_if detect downcase " +
  "drop each_char each_key each_line each_pair each_slice each_value each_with_index each_with_object " +
  "encode " +
  "encoding end_with? except fetch fetch_values find_all find_index first flat_map floor " +
  "force_encoding freeze frozen? group_by gsub gsub! index inject insert invert last lines ljust " +
  "lstrip max merge! min none? " +
  "one? partition reject rjust round rstrip sample scan select shuffle slice! sort_by squeeze " +
  "start_with? step sub! succ sum swapcase take tally times tr transform_keys transform_values " +
  "transpose " +
  "uniq unpack unshift upcase upto valid_encoding? value? values_at zip to_ary to_f to_hash to_i " +
  "to_proc to_str to_sym instance_of? kind_of?";

const METHODS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ["python", PYTHON],
    ...["typescript", "tsx", "javascript", "vue", "svelte", "astro"].map((id) => [id, ECMA]),
    ["ruby", RUBY],
    ["lua", "byte char dump gmatch gsub len rep upper lower"],
  ].map(([id, names]) => [id as string, new Set((names as string).split(" "))]),
);

/** Whether some literal of a language has a method of this name. Common names are not listed. */
export function isMethodOfLiterals(language: string, name: string): boolean {
  return METHODS.get(language)?.has(name) ?? false;
}
