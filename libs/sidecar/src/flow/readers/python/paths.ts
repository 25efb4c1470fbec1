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

/** The name that begins at an offset where a node of a name does. Asking the node for its end costs more. */
export function nameAt(text: string, start: number): string {
  NAME.lastIndex = start;
  return NAME.exec(text)?.[0] ?? "";
}

/** Beyond ASCII there is nothing that may follow a name directly. */
const NAME = /[\w\u0080-\uffff]*/y;

/** An entry of a list that is nothing but a path, told by the comma or bracket behind it; null for all others. */
export function plainEntry(text: string, start: number, flow: FlowBuilder): ExprId | null {
  ENTRY.lastIndex = start;
  const path = ENTRY.exec(text)?.[1];
  return path === undefined || CONSTANTS.has(path) ? null : pathValue(path, flow);
}

const ENTRY = /([A-Za-z_][\w.]*)[,)\]}]/y;
const CONSTANTS = new Set(["True", "False", "None"]);
