/**
 * Classifies plain names in Go. Blocks in functions are read from the text, because facts do not contain
 * them.
 */
import { type GoLocalKind, declaresOther, localName, localsOfGo } from "../lexical/locals.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { ScopeRef } from "../../../call-graph/values.ts";
import { localNames } from "../../../call-graph/uses/local-names.ts";
import { goFunctions } from "./functions.ts";

/**
 * `variable` and `type`: declared in a function; `declared`: a declaration that no other occurrence refers
 * to; `outside`: of the file, its package or its imports.
 */
export type GoName = GoLocalKind | "declared" | "outside";

export function goName(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { code, name, start }: WrittenName,
): GoName {
  if (declaresOther(code, name, start)) return "declared";
  if (!localNames(resolution, { file, scope }, name)) return "outside";
  const functions = goFunctions(resolution, file, code);
  return (
    localName(
      resolution.once(["locals", file, name], () => localsOfGo(code, functions, name)),
      functions,
      start,
    ) ?? "outside"
  );
}
