/** Names with dots between them, taken from the text. */
import type { FlowBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";

/** Whether a text is nothing but names and dots; those with letters beyond ASCII are left to the tree. */
export function isPath(text: string): boolean {
  return /^[A-Za-z_][\w.]*$/.test(text);
}

export function pathValue(path: string, flow: FlowBuilder): ExprId {
  let dot = path.indexOf(".");
  if (dot === -1) return flow.name(path);
  let value = flow.name(path.slice(0, dot));
  while (dot !== -1) {
    const next = path.indexOf(".", dot + 1);
    value = memberValue(value, path.slice(dot + 1, next === -1 ? path.length : next), flow);
    dot = next;
  }
  return value;
}

/** `a.__class__` is the type of `a`. */
export function memberValue(object: ExprId, name: string, flow: FlowBuilder): ExprId {
  return name === "__class__" ? flow.typeOf(object) : flow.member(object, name);
}
