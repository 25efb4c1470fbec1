/**
 * Members that objects get by an implicit conversion (`implicit def`, `implicit class`). Which conversion the
 * compiler chooses depends on the names in scope and on inferred types. So none is guessed; such calls are
 * reported as unresolved.
 */
import { type AccessSite, type CallSite, NONE } from "../../../call-facts/facts.ts";
import { CONVERTED } from "../../../call-facts/import-marks.ts";
import type { FileId } from "../../project.ts";
import type { Resolution } from "../../resolution.ts";
import { subtypesOf } from "../../types/subtypes.ts";
import type { ScopeRef } from "../../values.ts";
import { isCommonName } from "./common-names.ts";

/** Whether a conversion may turn other objects into one that has this function. */
export function isReachedByConversion(resolution: Resolution, target: ScopeRef): boolean {
  // Only Scala has this flag; checking the subtypes of other languages would cost time.
  if (!resolution.rules(target.file).readsMethods) return false;
  // A function of an implicit class belongs to the type that the class extends; the scope around it is the
  // class itself.
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
 * Whether a site calls or reads a member of an object that may have been converted for it. Common names do
 * not count: every library has them.
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
