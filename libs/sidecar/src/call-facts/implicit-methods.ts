/** Methods that are called without their names: whoever uses an object in a certain way calls them. */

/** Python's that functions call which are built in, with the object as the first argument. */
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
 * By language: of objects that are entered and left, gone through, subscripted, counted or cast; Ruby's
 * operators.
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

export function isImplicitMethod(language: string, name: string): boolean {
  return IMPLICIT_METHODS.get(language)?.has(name) === true;
}
