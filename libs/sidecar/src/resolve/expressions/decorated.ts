/** What a decorator makes of the definition that it stands before. */
import { NONE } from "../../flow/facts.ts";
import { functionsCalled } from "./called.ts";
import type { Resolution } from "../resolution.ts";
import { type Place, type ScopeRef, type Values, union } from "../values.ts";

/**
 * What the call of a decorator gives, and the definition itself: whoever calls it calls what stands there, too, behind
 * whatever wraps it. A class stays one unless it is known which takes its place.
 */
export function decorated(resolution: Resolution, call: Place, about: Place): Values {
  const given = resolution.evaluate(call);
  const own = resolution.evaluate(about);
  const isGivenBack = given.some((value) => own.includes(value));
  if (own.some(({ kind }) => kind === "class")) {
    const replacing = isGivenBack ? [] : given.filter((value) => value.kind === "class" && isMadeBy(resolution, call, value));
    return replacing.length > 0 ? replacing : own;
  }
  // One that gives back what it was given gives others back elsewhere; what wraps stands inside a function.
  const wrapping = isGivenBack ? given.filter((value) => value.kind === "function" && isInside(resolution, value)) : given.filter(({ kind }) => kind === "function" || kind === "class" || kind === "instance");
  return union(wrapping, own);
}

/** Whether a class stands in what the decorator runs: others were handed to it elsewhere, and given back. */
function isMadeBy(resolution: Resolution, call: Place, made: ScopeRef): boolean {
  return isInside(resolution, made) && functionsCalled(resolution, call).some((called) => called.file === made.file && outermost(resolution, called) === outermost(resolution, made));
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
