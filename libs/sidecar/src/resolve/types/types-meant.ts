/** A field may be called like its type and hide it: `Context Context`. Where only a type can be meant, it stands for that. */
import { callName } from "../../flow/call-name.ts";
import type { Resolution } from "../resolution.ts";
import type { Place, Values } from "../values.ts";

/** @param values what the expression of a type, or behind `new`, stands for */
export function typesMeant(resolution: Resolution, { file, expr }: Place, values: Values): Values {
  if (!values.some(({ kind }) => kind === "instance")) return values;
  const flow = resolution.index(file)?.flow;
  const name = flow ? callName(flow.code, flow.strings, expr) : "";
  return values.map((value) => (value.kind === "instance" && resolution.index(value.type.file)?.flow.scopes[value.type.scope]?.name === name ? value.type : value));
}
