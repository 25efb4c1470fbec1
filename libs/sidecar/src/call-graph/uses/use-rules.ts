/** What is special of a language about what its names mean that are not called. */
import type { WrittenName } from "../../lexical/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import type { UseResolution } from "./use-resolution.ts";
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
