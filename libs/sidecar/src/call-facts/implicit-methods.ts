/** Methods that languages call implicitly, when an object is used in a certain way. */

/** Python's methods that built-in functions call with the object as the first argument. */
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

/**
 * By language: methods of objects that are entered and left, iterated, subscripted, counted or cast; and
 * Ruby's operators.
 */
const IMPLICIT_METHODS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "csharp",
    new Set(["Dispose", "DisposeAsync", "GetAsyncEnumerator", "GetEnumerator", "MoveNext", "MoveNextAsync"]),
  ],
  ["java", new Set(["close", "hasNext", "iterator", "next"])],
  ["php", new Set(["__toString", "count", "getIterator", "offsetGet", "offsetSet"])],
  [
    "ruby",
    new Set([
      "!=",
      "%",
      "&",
      "*",
      "**",
      "+",
      "-",
      "/",
      "<",
      "<<",
      "<=",
      "<=>",
      "==",
      "===",
      "=~",
      ">",
      ">=",
      ">>",
      "[]",
      "[]=",
      "^",
      "|",
    ]),
  ],
  [
    "python",
    new Set([
      "__aenter__",
      "__aexit__",
      "__enter__",
      "__exit__",
      "__getitem__",
      "__setitem__",
      ...METHOD_OF_FUNCTION.values(),
    ]),
  ],
]);

/** Whether a language calls methods of this name implicitly. */
export function isImplicitMethod(language: string, name: string): boolean {
  return IMPLICIT_METHODS.get(language)?.has(name) === true;
}
