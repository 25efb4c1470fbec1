/** By which name a call looks for what it calls. Pure. */
import { type ExprId, FLOW_OPS } from "./facts.ts";

/** The last name of a callee; empty where it has none (`f()()`). */
export function callName(code: ArrayLike<number>, strings: readonly string[], callee: ExprId): string {
  const text = (at: number): string => strings[code[callee + at] as number] ?? "";
  switch (FLOW_OPS[code[callee] as number]) {
    // One more variable of that name in a block of its own.
    case "name": return text(1).replace(/(?<=.)~\d+$/, "");
    case "member": return text(2);
    case "super": return "super";
    case "this": return "this";
    case "generic": case "standing": return callName(code, strings, code[callee + 1] as ExprId);
    default: return "";
  }
}
