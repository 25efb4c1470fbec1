/** What Python's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { PYTHON_CALLS } from "./language-calls.ts";
import { PYTHON_HANDLERS, PYTHON_REGISTERING } from "./registering-calls.ts";

/** Built-in functions that call a method of their first argument. */
export const METHOD_OF_FUNCTION: ReadonlyMap<string, string> = new Map(
  [
    "abs",
    "aiter",
    "anext",
    "bool",
    "bytes",
    "float",
    "hash",
    "int",
    "iter",
    "len",
    "next",
    "repr",
    "reversed",
    "round",
    "str",
  ].map((name) => [name, `__${name}__`]),
);

/** Methods of texts, numbers, lists and dictionaries. */
const LITERAL_METHODS =
  "capitalize casefold center count decode encode expandtabs find format_map fromhex hex index isalnum " +
  "isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle " +
  "isupper ljust " +
  "lstrip maketrans partition removeprefix removesuffix rfind rindex rjust rpartition rsplit rstrip " +
  "splitlines startswith endswith swapcase title translate zfill fromkeys popitem setdefault " +
  "difference " +
  "difference_update discard intersection intersection_update isdisjoint issubset issuperset " +
  "symmetric_difference union bit_length conjugate is_integer to_bytes from_bytes as_integer_ratio";

/** Methods of `with`, subscripts and built-in functions. */
export const PYTHON_IMPLICIT: ReadonlySet<string> = new Set([
  "__aenter__",
  "__aexit__",
  "__enter__",
  "__exit__",
  "__getitem__",
  "__setitem__",
  ...METHOD_OF_FUNCTION.values(),
]);

export const pythonProfile: Partial<LanguageProfile> = {
  checksArguments: "all",
  beforeNamedOnly: /^\*(?:$|[\p{L}_])/u,
  languageCalls: PYTHON_CALLS,
  registeringCalls: PYTHON_REGISTERING,
  handlerMethods: PYTHON_HANDLERS,
  implicitMethods: PYTHON_IMPLICIT,
  literalMethods: new Set(LITERAL_METHODS.split(" ")),
  importStatement: /^\s*(?:from\s+\S+\s+)?import\b/,
  definedAgain: new Set(["class"]),
  exportList: /^__all__\b[^[(\n]{0,40}[[(][^\])]*/gm,
};
