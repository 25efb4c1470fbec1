/** Resolves plain names of Rust by their position. */
import { NONE } from "../../../call-facts/facts.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import { boundOfParameter } from "../../../call-graph/generics/type-arguments.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { ScopeRef } from "../../../call-graph/values.ts";
import { type UseResolution, OTHER, it } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";

/**
 * `Self::Item` is the associated type of the enclosing block, even if the type has others; null if the block
 * declares none.
 */
export function ofOwnBlock(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { name, object, isPath }: WrittenName,
  { part }: UseTarget,
): UseResolution | null {
  if (!isPath || object?.length !== 1 || object[0] !== "Self") return null;
  const index = resolution.index(file);
  const scopes = index?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const kind = scopes[at]?.kind;
    if (kind !== "class" && kind !== "interface") continue;
    if (index?.binds(at, name) !== true || boundOfParameter(index, at, name) !== undefined) return null;
    return part.file === file && part.scope === at ? it("type") : OTHER;
  }
  return null;
}
