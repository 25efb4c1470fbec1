/** What an object is that a pattern between braces takes a member out of. */
import { takenOut } from "../../../lexis/patterns.ts";
import type { WrittenName } from "../../../lexis/written-names.ts";
import type { FileIndex } from "../../file-index.ts";
import type { Resolution } from "../../resolution.ts";
import { type Place, type ScopeRef, type Values } from "../../values.ts";

/** Of each object that it may be; null where the name stands in no pattern. @param place the scope around it: that of a function which takes a parameter apart may be further in */
export function objectsTakenApart(resolution: Resolution, { file, scope }: ScopeRef, { name, code, start, line }: WrittenName): readonly Values[] | null {
  const out = takenOut(code, name, start);
  const index = resolution.index(file);
  if (!out || !index) return null;
  const here = takenHere(index, { file, scope }, { name, as: out.as });
  const objects = here.length > 0 ? here : scopesBeginningAt(index, scope, line).flatMap((inner) => takenHere(index, { file, scope: inner }, { name, as: out.as }));
  return objects.map((object) => resolution.evaluate(object));
}

/** Expressions of which a scope binds a member; of one that is taken apart further, to whatever name. */
function takenHere(index: FileIndex, { file, scope }: ScopeRef, { name, as }: { readonly name: string; readonly as: string }): readonly Place[] {
  const bindings = index.flow.scopes[scope]?.bindings ?? [];
  const found = bindings.filter((binding) => as === "" || binding.name === as).flatMap(({ value }) => membersIn(index, value, name));
  return [...new Set(found)].map((expr) => ({ file, scope, expr }));
}

/** Objects of a member of that name in an expression: `o.name`, with a value in its place where there is none, or what is read of it. */
function membersIn(index: FileIndex, expr: number, name: string): readonly number[] {
  switch (index.op(expr)) {
    case "member": return [...(index.string(expr, 2) === name ? [index.operand(expr, 1)] : []), ...membersIn(index, index.operand(expr, 1), name)];
    case "index": case "element": case "variable": case "standing": return membersIn(index, index.operand(expr, 1), name);
    case "either": return index.items(expr, 1).flatMap((option) => membersIn(index, option, name));
    default: return [];
  }
}

function scopesBeginningAt(index: FileIndex, around: number, line: number): readonly number[] {
  return [...index.flow.scopes.keys()].filter((scope) => index.flow.scopes[scope]?.startLine === line && index.scopes.isWithin(scope, around));
}
