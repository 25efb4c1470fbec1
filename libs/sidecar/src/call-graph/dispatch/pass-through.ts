/**
 * Methods of what was handed to a function of a library and is called on what that gives:
 * `Pin::into_inner(self).poll(cx)`, `reactive(store).save()`. Of most such functions nobody has written down
 * what they do, and many give back what they were handed, or what stands for it.
 */
import { resolveName } from "../expressions/names.ts";
import type { Resolution } from "../resolution.ts";
import { functionsAmong, NOTHING, type Site, type ScopeRef, type Values, exprKey, union } from "../values.ts";
import { isCommonName } from "../edges/by-name/common-names.ts";

/** From the call to what it is called on: variables, fields, calls of such functions in one another. */
const MAX_STEPS = 6;
const MAX_BINDINGS = 8;

/**
 * Those that what was handed over has under the name. Names that many libraries have are left out: what such
 * a function gives has its own.
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

/** Objects of the codebase that an expression from outside may be. */
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
 * What a call of a library's function is handed; a type that is made of something (`new Map(all)`,
 * `SockRef::from(self)`) is no more that.
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
