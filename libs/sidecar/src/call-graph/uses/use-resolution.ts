/** What a place of a name says of a definition. */
import type { Via } from "../edges/via.ts";
import type { Resolution } from "../resolution.ts";
import type { Bound } from "./bound-name.ts";

/** The rule by which it means it, that it means something else, or that nobody knows. */
export type UseResolution =
  | { readonly kind: "it"; readonly via: Via; readonly confidence: "resolved" | "possible" }
  | { readonly kind: "other" }
  | { readonly kind: "open" };

/** For a name of a package; `possible`: several files declare it, and nothing says which one a build takes. */
export type PackageUse = "it" | "possible" | "other";

export const OTHER: UseResolution = { kind: "other" };
export const OPEN: UseResolution = { kind: "open" };

export function it(via: Via, how: "it" | "possible" = "it"): Extract<UseResolution, { readonly kind: "it" }> {
  return { kind: "it", via, confidence: how === "it" ? "resolved" : "possible" };
}

/** What holds a type, or is another name of one, has a definition of its own. */
export function sureness(
  resolution: Resolution,
  bound: Bound,
): Pick<Extract<UseResolution, { readonly kind: "it" }>, "confidence"> {
  if (bound === null || bound === "outside") return { confidence: "resolved" };
  const index = resolution.index(bound.file);
  // One that is called alike is handed on (`use super::Shape`, `Shape = shapes.Shape`).
  const isItself = index
    ?.bindings(bound.scope, bound.name)
    .some(
      ({ value }) =>
        ["scope", "decorated", "import"].includes(index.op(value)) ||
        (index.op(value) === "member" && index.string(value, 2) === bound.name),
    );
  return { confidence: isItself === true ? "resolved" : "possible" };
}
