/** Marks that readers add to module names, where a plain path does not say what an import does. */

/** Prefix of the path of a part of a library. */
export const PART = "part ";
/** Separates alternative files, of which a platform takes one. */
export const OR = "|";
/**
 * Prefix of a module that is used: the imports and definitions of its `__using__` macro belong to the module
 * that uses it.
 */
export const USED = "use ";
/** The name of that macro. */
export const USING = "__using__";
/** Prefix of a path that starts at the root, not in an enclosing package. */
export const ROOT = "_root_.";

/**
 * Prefix of the name of a type to which other objects are implicitly converted when one of its members is
 * accessed.
 */
export const CONVERTED = "=> ";

/** Suffix of the name of a Rust macro, under which its scope binds it: it is visible without an import. */
export const MACRO = "!";

/** Macros of Rust's standard library; a file that defines none of the name has these. */
export const MACROS_OF_LANGUAGE: ReadonlySet<string> = new Set([
  "assert",
  "assert_eq",
  "assert_ne",
  "cfg",
  "compile_error",
  "concat",
  "dbg",
  "debug_assert",
  "debug_assert_eq",
  "debug_assert_ne",
  "env",
  "eprint",
  "eprintln",
  "format",
  "format_args",
  "include",
  "include_bytes",
  "include_str",
  "line",
  "matches",
  "panic",
  "print",
  "println",
  "stringify",
  "thread_local",
  "todo",
  "unimplemented",
  "unreachable",
  "vec",
  "write",
  "writeln",
]);
