/** By which name a call looks for what it calls. Pure. */
import { ALL_NAMES, type ExprId, EXPR_OPS } from "./facts.ts";

/** The last name of a callee; empty where it has none (`f()()`). */
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

/** By which methods functions have themselves run in JavaScript: `render.call(view)`. */
export const RUNNING_METHODS: ReadonlySet<string> = new Set(["apply", "call"]);

/**
 * The name of what the member is of that a call calls, or of what was called to give what it calls; empty
 * where it has none.
 */
export function receiverName(
  code: ArrayLike<number>,
  strings: readonly string[],
  callee: ExprId,
  op: "member" | "call",
): string {
  return EXPR_OPS[code[callee] as number] === op ? callName(code, strings, code[callee + 1] as ExprId) : "";
}

/**
 * What an import brings, as it is called where it is defined: `Box` of `use Contracts\Box as BoxContract`.
 */
export function importedName(module: string, name: string): string {
  return name === ALL_NAMES ? (/[^\\./:]*$/.exec(module)?.[0] ?? "") : name;
}

/** `conn` of `conn~1`: one more variable of that name, in a block of its own. */
export function withoutBlock(name: string): string {
  // Hardly any has one: to look from behind takes longer.
  const mark = name.includes("~") ? name.lastIndexOf("~") : -1;
  return mark > 0 && /^~\d+$/.test(name.slice(mark)) ? name.slice(0, mark) : name;
}
