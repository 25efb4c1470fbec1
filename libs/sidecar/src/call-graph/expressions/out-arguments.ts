/**
 * Values that a call stores into an argument (`servers.TryGetValue(name, out var server)`), and the values
 * that an argument must have (`open(.ready)`).
 */
import { NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { declaredParameter } from "../generics/declared-results.ts";
import { containersAbove, elementTypeOf } from "../members/containers.ts";
import type { Resolution } from "../resolution.ts";
import { parameterByLabel } from "../types/labels.ts";
import { NOTHING, type ScopeRef, type Site, union, type Value, type Values } from "../values.ts";
import { givenBefore } from "./arguments.ts";
import { functionsCalled } from "./called.ts";
import { resolveName } from "./names.ts";

/** @param position position among the call's arguments, whether the argument is positional or named */
export function outArgument(resolution: Resolution, call: Site, position: number): Values {
  const index = resolution.index(call.file);
  const name = index?.entries(call.expr, 2)[position]?.name;
  if (!index || name === undefined) return NOTHING;
  const functions = functionsCalled(resolution, call);
  if (functions.length === 0) return heldAsked(resolution, index, call);
  return union(
    ...functions.map((called) => {
      const params = resolution.index(called.file)?.flow.scopes[called.scope]?.params ?? [];
      const labelled = parameterByLabel(resolution, called, { call, argument: position });
      return declaredParameter(
        resolution,
        called,
        call,
        labelled ??
          (name === null
            ? position + givenBefore(params, called)
            : params.findIndex((parameter) => parameter.name === name)),
      );
    }),
  );
}

/** Methods of library containers that report whether they have an element. */
const ASKING = /^(?:Try|Remove$)/;

function heldAsked(resolution: Resolution, index: FileIndex, { file, scope, expr }: Site): Values {
  const callee = index.operand(expr, 1);
  if (index.op(callee) !== "member" || !ASKING.test(index.string(callee, 2))) return NOTHING;
  const objects = resolution.evaluate({ file, scope, expr: index.operand(callee, 1) });
  const containers = objects.flatMap((object): Values =>
    object.kind === "instance" ? containersAbove(resolution, object) : [object],
  );
  return union(
    ...containers.map((object) =>
      object.kind === "external" && !object.isType ? elementTypeOf(resolution, object) : NOTHING,
    ),
  );
}

// Finds types by name where another scope in between gives the name another meaning: `new` always means the
// type.

function isType(value: Value): boolean {
  return value.kind === "class" || (value.kind === "external" && value.isType);
}

/**
 * Types of a name in the innermost scope where it means a type; scopes where it means something else are
 * skipped.
 */
export function typesNamed(resolution: Resolution, { file, scope }: ScopeRef, name: string): Values {
  const scopes = resolution.index(file)?.flow.scopes;
  for (let at = scope; at !== NONE;) {
    const meaning = resolveName(resolution, { file, scope: at }, name);
    const types = meaning.values.filter(isType);
    if (types.length > 0) return types;
    at = scopes?.[meaning.scope]?.parent ?? NONE;
  }
  return NOTHING;
}
