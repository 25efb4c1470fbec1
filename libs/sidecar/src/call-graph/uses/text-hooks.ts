/**
 * What the text around a name says in some languages and call facts do not: blocks, `case` labels, paths from
 * a root. `languages/text-hooks.ts` has the table. Types alone.
 */
import type { SymbolFact } from "../../facts.ts";
import type { ObjectInFront } from "../../lexical/object-in-front.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef, Values } from "../values.ts";
import type { PackageUse, UseResolution } from "./use-resolution.ts";
import type { UseTarget } from "./use-target.ts";

export type WrittenPosition = Pick<WrittenName, "code" | "start" | "line">;

export interface TextHooks {
  /** Values of a path that begins at a root (`crate::a`); null for any other path. */
  readonly rootValues?: (resolution: Resolution, scope: ScopeRef, names: readonly string[]) => Values | null;
  /** The object that a `case` label is a constant of; null outside labels. */
  readonly caseSubject?: (written: WrittenName) => ObjectInFront | null;
  /** Where a plain name is looked up: among the local names of the function, or in a scope. */
  readonly lookupOf?: (resolution: Resolution, scope: ScopeRef, written: WrittenName) => ScopeRef | "locals";
  /**
   * The innermost scope around a place.
   *
   * @param ofLine the one that its line says
   * @param symbols of the file
   */
  readonly scopeAround?: (
    resolution: Resolution,
    file: FileId,
    place: WrittenPosition,
    ofLine: number,
    symbols: readonly SymbolFact[],
  ) => number;
  /** Whether a member of a package is the target; null where the package does not tell. */
  readonly packageUse?: (resolution: Resolution, packageName: string, target: UseTarget) => PackageUse | null;
  /** Whether a name of the block around it is the target; null where the block does not tell. */
  readonly blockUse?: (
    resolution: Resolution,
    scope: ScopeRef,
    written: WrittenName,
    target: UseTarget,
  ) => UseResolution | null;
}
