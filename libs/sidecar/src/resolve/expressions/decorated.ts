/** What a decorator makes of the definition that it stands before. */
import { NONE } from "../../flow/facts.ts";
import type { Resolution } from "../resolution.ts";
import { type Place, type ScopeRef, type Values, union } from "../values.ts";

/**
 * What the call of a decorator gives, and the definition itself: whoever calls it calls what stands there, too, behind
 * whatever wraps it. A class stays one unless it is known which takes its place.
 */
export function decorated(resolution: Resolution, call: Place, about: Place): Values {
  const made = resolution.evaluate(call).filter(({ kind }) => kind === "function" || kind === "class" || kind === "instance");
  const own = resolution.evaluate(about);
  const isGivenBack = made.some((value) => own.includes(value));
  if (own.some(({ kind }) => kind === "class")) return !isGivenBack && made.some(({ kind }) => kind === "class") ? made : own;
  // One that gives back what it was given gives others back elsewhere; what wraps stands inside a function.
  return union(isGivenBack ? made.filter((value) => value.kind === "function" && isInside(resolution, value)) : made, own);
}

function isInside(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const scopes = resolution.index(file)?.flow.scopes;
  return scopes?.[scopes[scope]?.parent ?? NONE]?.kind === "function";
}
