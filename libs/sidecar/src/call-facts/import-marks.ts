/** What readers put into the names of modules where a plain path does not say what an import does. */

/** Stands before the path of a part of a library. */
export const PART = "part ";
/** Stands between files of which a platform takes one. */
export const OR = "|";
/** Stands before a module that is used: what that says to import, and defines, belongs to whoever uses it. */
export const USED = "use ";
/** The macro of that module that says so. */
export const USING = "__using__";
/** Stands before a path that begins at no package around. */
export const ROOT = "_root_.";

/**
 * Stands before the name of a type that other objects are made without a word where a member of it is asked
 * of them.
 */
export const CONVERTED = "=> ";

/**
 * Behind the name of a macro of Rust, under which the scope binds it that it stands in: it is seen without
 * being imported.
 */
export const MACRO = "!";

/** Macros that a file of Rust has if it defines none of the name. */
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
