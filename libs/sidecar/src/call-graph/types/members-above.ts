/** What the base types of a method's type declare under its name. */
import { classesOf } from "../expressions/this.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type ScopeRef, isSameScope } from "../values.ts";
import { lineageOf } from "./lineage.ts";

/** Base types with a member of a name. */
export interface MembersAbove {
  readonly types: readonly ClassValue[];
  /** Whether a base type is outside the codebase, or unknown. */
  readonly hasUnknown: boolean;
}

/** Empty for what is no method. */
export function membersAbove(resolution: Resolution, ref: ScopeRef, name: string): MembersAbove {
  const lines = classesOf(resolution, ref).map((type) => ({ type, ...lineageOf(resolution, type) }));
  return {
    types: lines.flatMap(({ type, types }) =>
      types.filter(
        (above) => !isSameScope(above, type) && resolution.memberOfClass(above, name, null) !== null,
      ),
    ),
    hasUnknown: lines.some(({ hasUnknown }) => hasUnknown !== "no"),
  };
}
