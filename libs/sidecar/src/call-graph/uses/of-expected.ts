/**
 * The meaning of a Swift member without an object (`.ready`): a member of the expected type, not of the
 * enclosing one.
 */
import { typeExpected } from "../../lexical/expected-member.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { type UseResolution, OPEN, OTHER } from "./use-resolution.ts";
import { ofObjects } from "./objects/of-objects.ts";
import type { UseTarget } from "./use-target.ts";

/** Null for a member with an object. */
export function ofExpected(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { code, start }: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  if (typeExpected(code, start) === null) return null;
  if (!thing.isMember) return OTHER;
  const index = resolution.index(file);
  const site = index?.siteAt(code[start - 1] === "`" ? start - 1 : start);
  if (!index || !site || index.op(site.expr) !== "member") return OPEN;
  return ofObjects(
    resolution,
    { file, scope },
    resolution.evaluate({ file, scope: site.scope, expr: index.operand(site.expr, 1) }),
    thing,
  );
}
