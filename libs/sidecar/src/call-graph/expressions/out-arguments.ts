/**
 * Values that a call stores into an argument (`servers.TryGetValue(name, out var server)`), and the values
 * that an argument must have (`open(.ready)`).
 */
import { givenBefore } from "./arguments.ts";
import { functionsCalled } from "./called.ts";
import { containersAbove, elementTypeOf } from "../members/containers.ts";
import { declaredParameter } from "../generics/declared-results.ts";
import type { FileIndex } from "../file-index.ts";
import { parameterByLabel } from "../types/labels.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type Site, type Values, union } from "../values.ts";

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
