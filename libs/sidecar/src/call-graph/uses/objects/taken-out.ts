/** The objects that a destructuring pattern reads a member from. */
import { takenOut } from "../../../lexical/patterns.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { ExprId, ExprOp } from "../../../call-facts/facts.ts";
import type { FileIndex } from "../../file-index.ts";
import type { Resolution } from "../../resolution.ts";
import { type Site, type ScopeRef, type Values } from "../../values.ts";

/**
 * The possible objects; null if the name is not in a pattern.
 *
 * @param place the enclosing scope; the scope of a function that destructures a parameter may be further
 * inside
 */
export function objectsTakenApart(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { name, code, start, line }: WrittenName,
): readonly Values[] | null {
  const out = takenOut(code, name, start);
  const index = resolution.index(file);
  if (!out || !index) return null;
  const takenIn = (inside: number): readonly Site[] =>
    resolution.once(["taken out", file, inside, name, out.as], () =>
      takenHere(index, { file, scope: inside }, { name, as: out.as }),
    );
  const here = takenIn(scope);
  const objects = here.length > 0 ? here : scopesBeginningAt(index, scope, line).flatMap(takenIn);
  return objects.map((object) => resolution.evaluate(object));
}

/** Expressions from which a scope binds a member; with nested patterns, to any name. */
function takenHere(
  index: FileIndex,
  { file, scope }: ScopeRef,
  { name, as }: { readonly name: string; readonly as: string },
): readonly Site[] {
  const bindings = index.flow.scopes[scope]?.bindings ?? [];
  const found = bindings
    .filter((binding) => as === "" || binding.name === as)
    .flatMap(({ value }) => membersIn(index, value, name));
  return [...new Set(found)].map((expr) => ({ file, scope, expr }));
}

/**
 * Objects whose member of this name an expression reads: `o.name`, also with a default value or a further
 * access.
 */
function membersIn(index: FileIndex, whole: ExprId, name: string): readonly ExprId[] {
  const found: ExprId[] = [];
  const left = [whole];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    const op = index.op(expr);
    if (op === "member" && index.string(expr, 2) === name) found.push(index.operand(expr, 1));
    if (op === "either") left.push(...index.items(expr, 1));
    else if (READ_OF.has(op)) left.push(index.operand(expr, op === "variable" ? 2 : 1));
  }
  return found;
}

const READ_OF: ReadonlySet<ExprOp> = new Set<ExprOp>(["member", "index", "element", "variable", "standing"]);

function scopesBeginningAt(index: FileIndex, around: number, line: number): readonly number[] {
  return [...index.flow.scopes.keys()].filter(
    (scope) => index.flow.scopes[scope]?.startLine === line && index.scopes.isWithin(scope, around),
  );
}
