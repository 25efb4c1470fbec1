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

export interface UseRules {
  /** What a name that stands alone means; null where labels and scopes tell. */
  readonly alone: Meaning<UseResolution | null>;
  /** Whether a name only says what stands beside it: what it means is no variable. */
  readonly isLabel: (written: WrittenName) => boolean;
  /** What stands alone between braces (`{ side }`) may be a member. */
  readonly putsByName: boolean;
  /** What a member means that is a label, or stands alone between braces. */
  readonly member: Meaning<UseResolution>;
  /** Types take arguments by their names (`Iterator<Item = u32>`). */
  readonly namesTypeArguments: boolean;
}
