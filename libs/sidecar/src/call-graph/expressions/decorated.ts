/** What a decorator makes of the definition that it stands before. */
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
 * What the call of a decorator gives, and the definition itself: whoever calls it calls what stands there,
 * too, behind whatever wraps it. A class stays one unless it is known which takes its place.
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
  // One that gives back what it was given gives others back elsewhere; what wraps stands inside a function.
  const wrapping = isGivenBack
    ? given.filter((value) => value.kind === "function" && isInside(resolution, value))
    : given.filter(({ kind }) => kind === "function" || kind === "class" || kind === "instance");
  return union(wrapping, own);
}

/**
 * Without functions that make what stands in the place of a definition: `return decorator(f)` or, where it is
 * used with arguments, `return decorator`. They give others of the same values, or are what is called here.
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

/** Whether a class stands in what the decorator runs: others were handed to it elsewhere, and given back. */
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

/** The definition of the file that something stands in. */
function outermost(resolution: Resolution, { file, scope }: ScopeRef): number {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let at = scope;
  while ((scopes[at]?.parent ?? 0) > 0) at = scopes[at]?.parent ?? 0;
  return at;
}
