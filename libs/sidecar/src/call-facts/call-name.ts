/** Computes the name by which callers of a function find a call. Pure. */
import { ALL_NAMES, type ExprId, EXPR_OPS } from "./facts.ts";

/** The last name of a callee; empty if it has none (`f()()`). */
export function callName(code: ArrayLike<number>, strings: readonly string[], callee: ExprId): string {
  switch (EXPR_OPS[code[callee] as number]) {
    case "name":
      return withoutBlock(strings[code[callee + 1] as number] ?? "");
    case "member":
      return strings[code[callee + 2] as number] ?? "";
    case "import":
      return importedName(
        strings[code[callee + 1] as number] ?? "",
        strings[code[callee + 2] as number] ?? "",
      );
    case "super":
      return "super";
    case "this":
      return "this";
    case "generic":
    case "standing":
    case "pointed":
      return callName(code, strings, code[callee + 1] as ExprId);
    default:
      return "";
  }
}

/** JavaScript's methods that call the function they are invoked on: `render.call(view)`. */
export const RUNNING_METHODS: ReadonlySet<string> = new Set(["apply", "call"]);

/**
 * Name of the object whose member a call calls (`member`), or of the function whose result it calls (`call`);
 * empty if there is none.
 */
export function receiverName(
  code: ArrayLike<number>,
  strings: readonly string[],
  callee: ExprId,
  op: "member" | "call",
): string {
  return EXPR_OPS[code[callee] as number] === op ? callName(code, strings, code[callee + 1] as ExprId) : "";
}

/** The imported name as its definition has it: `Box` for `use Contracts\Box as BoxContract`. */
export function importedName(module: string, name: string): string {
  return name === ALL_NAMES ? (/[^\\./:]*$/.exec(module)?.[0] ?? "") : name;
}

/** Strips the block suffix: `conn` for `conn~1`, another variable of the same name in an inner block. */
export function withoutBlock(name: string): string {
  // Few names have a suffix, and `includes` is faster than `lastIndexOf`.
  const mark = name.includes("~") ? name.lastIndexOf("~") : -1;
  return mark > 0 && /^~\d+$/.test(name.slice(mark)) ? name.slice(0, mark) : name;
}
