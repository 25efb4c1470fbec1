/**
 * Members that objects have by being made into something else without a word (`implicit def`, `implicit
 * class`). Which of those the compiler takes depends on what is in scope and on types that are not declared,
 * so that none is guessed, but told.
 */
import { type AccessSite, type CallSite, NONE } from "../../../call-facts/facts.ts";
import { CONVERTED } from "../../../call-facts/import-marks.ts";
import type { FileId } from "../../project.ts";
import type { Resolution } from "../../resolution.ts";
import { subtypesOf } from "../../types/subtypes.ts";
import type { ScopeRef } from "../../values.ts";
import { isCommonName } from "./common-names.ts";

/** Whether other objects may be made into one that has a function. */
export function isReachedByConversion(resolution: Resolution, target: ScopeRef): boolean {
  // Of Scala alone: to look through the types below costs.
  if (!resolution.rules(target.file).readsMethods) return false;
  // What an implicit class has belongs to what that extends: the class itself is the one around.
  const scopes = resolution.index(target.file)?.flow.scopes;
  const around = scopes?.[target.scope]?.parent ?? NONE;
  if (scopes?.[around]?.kind !== "class" && scopes?.[around]?.kind !== "interface") return false;
  const type = resolution.values.class({ file: target.file, scope: around });
  return [type, ...subtypesOf(resolution, type)].some(({ file, scope }) => {
    const name = resolution.index(file)?.flow.scopes[scope]?.name ?? "";
    return name !== "" && resolution.project.filesUsing("mention", CONVERTED + name).length > 0;
  });
}

/**
 * Whether something is called on, or read of, an object that may have been made into another for that; names
 * that every library has say nothing.
 */
export function mayConvert(resolution: Resolution, file: FileId, site: CallSite | AccessSite): boolean {
  const index = resolution.index(file);
  const callee = index && ("access" in site ? site.expr : index.operand(site.expr, 1));
  return (
    callee !== undefined &&
    callee !== null &&
    index?.op(callee) === "member" &&
    !isCommonName(site.name, resolution.project.language(file))
  );
}
