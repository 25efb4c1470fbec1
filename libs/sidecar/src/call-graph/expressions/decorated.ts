/** Values of a definition after a decorator was applied to it. */
import { NONE } from "../../call-facts/facts.ts";
import { functionsCalled } from "./called.ts";
import type { Resolution } from "../resolution.ts";
import {
  type FunctionValue,
  type Site,
  type ScopeRef,
  type Value,
  type Values,
  isSameScope,
  union,
} from "../values.ts";

/**
 * Results of a decorator call, and the definition itself: calling the wrapper also calls the definition. A
 * class stays itself unless it is known which class replaces it.
 */
export function decorated(resolution: Resolution, call: Site, about: Site): Values {
  const given = withoutMakers(resolution, call, resolution.evaluate(call));
  const own = resolution.evaluate(about);
  const isGivenBack = given.some((value) => own.includes(value));
  if (own.some(({ kind }) => kind === "class")) {
    const replacing = isGivenBack
      ? []
      : given.filter((value) => value.kind === "class" && isMadeBy(resolution, call, value));
    return replacing.length > 0 ? replacing : own;
  }
  // A decorator that returns its argument also returns the arguments of other uses here; wrappers are the
  // functions nested in another one.
  const wrapping = isGivenBack
    ? given.filter((value) => value.kind === "function" && isInside(resolution, value))
    : given.filter(({ kind }) => kind === "function" || kind === "class" || kind === "instance");
  return union(wrapping, own);
}

/**
 * Drops functions that create the wrapper: `return decorator(f)` or, where the decorator is used with
 * arguments, `return decorator`. They return other values of `given`, or are the functions that the call
 * runs.
 */
function withoutMakers(resolution: Resolution, call: Site, given: Values): Values {
  const inside = given.filter(
    (value): value is FunctionValue => value.kind === "function" && isInside(resolution, value),
  );
  if (inside.length === 0) return given;
  const called = functionsCalled(resolution, call);
  const gives = (value: FunctionValue): boolean =>
    given.length > 1 &&
    resolution
      .functionResults(value)
      .some((made) => made !== value && made.kind === "function" && given.includes(made));
  const makers = new Set<Value>(
    inside.filter((value) => called.some((other) => isSameScope(other, value)) || gives(value)),
  );
  return makers.size === 0 ? given : given.filter((value) => !makers.has(value));
}

/**
 * Whether a class is defined inside the called decorator. Other classes were arguments of other uses and are
 * returned as they are.
 */
function isMadeBy(resolution: Resolution, call: Site, made: ScopeRef): boolean {
  return (
    isInside(resolution, made) &&
    functionsCalled(resolution, call).some(
      (called) => called.file === made.file && outermost(resolution, called) === outermost(resolution, made),
    )
  );
}

function isInside(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const scopes = resolution.index(file)?.flow.scopes;
  return scopes?.[scopes[scope]?.parent ?? NONE]?.kind === "function";
}

/** The outermost scope of the file around a scope, below the file itself. */
function outermost(resolution: Resolution, { file, scope }: ScopeRef): number {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let at = scope;
  while ((scopes[at]?.parent ?? 0) > 0) at = scopes[at]?.parent ?? 0;
  return at;
}
