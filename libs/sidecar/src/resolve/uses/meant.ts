/** What a place of a name says of a definition. */
import type { Via } from "../edges/via.ts";

/** The rule by which it means it, that it means something else, or that nobody knows. */
export type Meant = { readonly kind: "it"; readonly via: Via; readonly confidence: "resolved" | "possible" } | { readonly kind: "other" } | { readonly kind: "open" };

export const OTHER: Meant = { kind: "other" };
export const OPEN: Meant = { kind: "open" };

export function it(via: Via, how: "it" | "possible" = "it"): Extract<Meant, { readonly kind: "it" }> {
  return { kind: "it", via, confidence: how === "it" ? "resolved" : "possible" };
}
