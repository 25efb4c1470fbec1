/** Methods of Python that are called without their names: whoever uses an object so calls them. */

/** By functions that are built in, with the object as the first argument. */
export const METHOD_OF_FUNCTION: ReadonlyMap<string, string> = new Map([
  "abs", "aiter", "anext", "bool", "bytes", "float", "hash", "int", "iter", "len", "next", "repr", "reversed", "round", "str",
].map((name) => [name, `__${name}__`]));

/** By those, and where an object is entered, gone through or subscripted. */
export const IMPLICIT_METHODS: ReadonlySet<string> = new Set(["__aenter__", "__aexit__", "__enter__", "__exit__", "__getitem__", "__setitem__", ...METHOD_OF_FUNCTION.values()]);
