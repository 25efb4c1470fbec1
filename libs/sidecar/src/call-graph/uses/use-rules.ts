/** What is special of a language about what its names mean that are not called. */
import { typeExpected } from "../../lexical/expected-member.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { ofObjects } from "./objects/of-objects.ts";
import { OPEN, OTHER, type UseResolution } from "./use-resolution.ts";
import type { UseTarget } from "./use-target.ts";

type Meaning<Said> = (
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
) => Said;

/** Rules of one language. */
export interface UseRules {
  /** The meaning of a name without an object; null where the common rules for labels and scopes apply. */
  readonly alone: Meaning<UseResolution | null>;
  /** Whether a name only labels what follows it, so that it is no variable. */
  readonly isLabel: (written: WrittenName) => boolean;
  /** Whether a name alone between braces (`{ side }`) may be a member. */
  readonly putsByName: boolean;
  /** The meaning of a member that is a label or alone between braces. */
  readonly member: Meaning<UseResolution>;
  /** Whether types have named arguments (`Iterator<Item = u32>`). */
  readonly namesTypeArguments: boolean;
}

// The meaning of a Swift member without an object (`.ready`): a member of the expected type, not of the
// enclosing one.

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
