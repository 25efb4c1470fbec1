/** What an occurrence of a name says about a definition. */
import type { Via } from "@satori/contracts";
import type { Resolution } from "../resolution.ts";
import type { Bound } from "./bound-name.ts";

/**
 * `it`: the occurrence refers to the definition, with the rule that resolved it. `other`: it refers to
 * something else. `open`: unknown.
 */
export type UseResolution =
  | { readonly kind: "it"; readonly via: Via; readonly confidence: "resolved" | "possible" }
  | { readonly kind: "other" }
  | { readonly kind: "open" };

/**
 * For a name of a package; `possible`: several files declare it, and nothing says which one a build takes.
 */
export type PackageUse = "it" | "possible" | "other";

export const OTHER: UseResolution = { kind: "other" };
export const OPEN: UseResolution = { kind: "open" };

/** The name refers to the definition, by this rule. */
export function it(via: Via, how: "it" | "possible" = "it"): Extract<UseResolution, { readonly kind: "it" }> {
  return { kind: "it", via, confidence: how === "it" ? "resolved" : "possible" };
}

/**
 * `possible` for a variable that holds a type, or a name that is an alias of one: these are definitions of
 * their own.
 */
export function sureness(
  resolution: Resolution,
  bound: Bound,
): Pick<Extract<UseResolution, { readonly kind: "it" }>, "confidence"> {
  if (bound === null || bound === "outside") return { confidence: "resolved" };
  const index = resolution.index(bound.file);
  // A re-export under the same name counts as the type itself (`use super::Shape`, `Shape = shapes.Shape`).
  const isItself = index
    ?.bindings(bound.scope, bound.name)
    .some(
      ({ value }) =>
        ["scope", "decorated", "import"].includes(index.op(value)) ||
        (index.op(value) === "member" && index.string(value, 2) === bound.name),
    );
  return { confidence: isItself === true ? "resolved" : "possible" };
}
