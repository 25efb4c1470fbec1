/**
 * Functions that the codebase attaches to types so that values can be their receiver and first argument
 * (Solidity's `using`).
 */
import { ATTACHED, NONE } from "../../call-facts/facts.ts";
import { memberOfClass } from "./members.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type Site, type Value, type Values, union } from "../values.ts";

/** Functions of a name that are attached in the scopes around a site. */
export function attachedFunctions(resolution: Resolution, { file, scope }: Site, name: string): Values {
  const index = resolution.index(file);
  if (!index || !resolution.rules(file).attaches) return NOTHING;
  const found: Values[] = [];
  for (let at = scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    found.push(
      ...resolution
        .evaluateAll(
          { file, scope: at },
          index.bindings(at, ATTACHED).map(({ value }) => value),
        )
        .map((value) => namedIn(resolution, value, name)),
    );
  }
  return union(...found);
}

function namedIn(resolution: Resolution, value: Value, name: string): Values {
  if (value.kind === "class")
    return (memberOfClass(resolution, value, name, null) ?? NOTHING).filter(
      ({ kind }) => kind === "function",
    );
  return value.kind === "function" && resolution.index(value.file)?.flow.scopes[value.scope]?.name === name
    ? [value]
    : NOTHING;
}

/** The receiver of a call to an attached function, which is its first argument; null for any other call. */
export function attachedReceiver(resolution: Resolution, call: Site): Site | null {
  const index = resolution.index(call.file);
  const callee = index?.operand(call.expr, 1) ?? NONE;
  if (!index || !resolution.rules(call.file).attaches || index.op(callee) !== "member") return null;
  const receiver = { ...call, expr: index.operand(callee, 1) };
  const own = resolution.membersNamed(resolution.evaluate(receiver), index.string(callee, 2));
  return own.some(({ kind }) => kind !== "external") ? null : receiver;
}
