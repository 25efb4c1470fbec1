/**
 * Pass-through functions: a method is called on the result of a library function, but belongs to the
 * function's argument (`Pin::into_inner(self).poll(cx)`, `reactive(store).save()`). What most such functions
 * do is not known, and many return their argument or a proxy of it.
 */
import { resolveName } from "../expressions/names.ts";
import type { Resolution } from "../resolution.ts";
import { functionsAmong, NOTHING, type Site, type ScopeRef, type Values, exprKey, union } from "../values.ts";
import { isCommonName } from "../edges/by-name/common-names.ts";

/** Steps from the call back to the argument: variables, fields, nested calls of such functions. */
const MAX_STEPS = 6;
const MAX_BINDINGS = 8;

/**
 * Methods of the argument that have the called name. Common names are excluded: the function's result has
 * such methods itself.
 */
export function handedThrough(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return [];
  const name = index.string(callee.expr, 2);
  if (
    isCommonName(name, resolution.project.language(callee.file)) ||
    resolution.project.filesDefining(name).length === 0
  )
    return [];
  const objects = objectsBehind(resolution, { ...callee, expr: index.operand(callee.expr, 1) }, MAX_STEPS);
  return functionsAmong(resolution.membersNamed(objects, name));
}

/** Objects of the codebase that an external expression may be. */
function objectsBehind(resolution: Resolution, place: Site, steps: number): Values {
  const index = resolution.index(place.file);
  if (!index || steps === 0) return NOTHING;
  return resolution.once(["handed through", exprKey(place), steps], () => {
    switch (index.op(place.expr)) {
      case "await":
        return objectsBehind(resolution, { ...place, expr: index.operand(place.expr, 1) }, steps - 1);
      case "call":
        return handedTo(resolution, place, steps);
      case "member":
        return resolution
          .membersNamed(
            objectsBehind(resolution, { ...place, expr: index.operand(place.expr, 1) }, steps - 1),
            index.string(place.expr, 2),
          )
          .filter(isObject);
      case "name": {
        const { origin, scope } = resolveName(resolution, place, index.string(place.expr, 1));
        if (origin !== "scope") return NOTHING;
        const bound = index.bindings(scope, index.string(place.expr, 1)).slice(0, MAX_BINDINGS);
        return union(
          ...bound.map(({ value }) =>
            objectsBehind(resolution, { file: place.file, scope, expr: value }, steps - 1),
          ),
        );
      }
      default:
        return NOTHING;
    }
  });
}

/**
 * Arguments of a call of a library function. A constructor's result (`new Map(all)`, `SockRef::from(self)`)
 * does not stand for its argument.
 */
function handedTo(resolution: Resolution, call: Site, steps: number): Values {
  const index = resolution.index(call.file);
  const called = resolution.calledValues(call);
  if (!index || called.length === 0 || !called.every(({ kind }) => kind === "external")) return NOTHING;
  const callee = index.operand(call.expr, 1);
  if (
    index.op(callee) === "member" &&
    resolution.rules(call.file).library.making.has(index.string(callee, 2))
  )
    return NOTHING;
  return union(
    ...index.entries(call.expr, 2).map(({ value }) => {
      const argument = { ...call, expr: value };
      const known = resolution.evaluate(argument).filter(isObject);
      return known.length > 0 ? known : objectsBehind(resolution, argument, steps - 1);
    }),
  );
}

function isObject({ kind }: Values[number]): boolean {
  return kind === "instance" || kind === "literal";
}
