/**
 * The names that a file uses, by kind of use. They find the files that may contain callers, subtypes or uses
 * of objects. Pure.
 */
import { ExpressionReader } from "../call-facts/expression-reader.ts";
import { RUNNING_METHODS, callName, importedName, receiverName } from "../call-facts/call-name.ts";
import {
  ACCESS_NUMBERS,
  type ExprId,
  EXPR_OPS,
  type BindingFact,
  type CallFacts,
  NONE,
} from "../call-facts/facts.ts";
import { runsOnAccess } from "../call-facts/member-accesses.ts";
import { groupBy } from "../group-by.ts";
import { LiteralUses } from "./literal-uses.ts";
import type { NameUse } from "./project.ts";

export type NameListener = (use: NameUse, name: string) => void;

/** Calls `listener` for each use of a non-empty name, for some names more than once. */
export function eachNameUsed(flow: CallFacts, listener: NameListener): void {
  const tell: NameListener = (use, name) => {
    if (name !== "") listener(use, name);
  };
  const { code, strings, scopes } = flow;
  for (const { name, expr } of flow.sites) {
    tell("call", name);
    // `render.call(view)` calls `render`.
    if (RUNNING_METHODS.has(name))
      tell("mention", receiverName(code, strings, code[expr + 1] as ExprId, "member"));
  }
  for (const name of flow.mentions) tell("mention", name);
  const renamed = renamedImports(flow);
  for (const bindings of renamed.values())
    for (const { value } of bindings) tell("mention", lastName(flow, value));
  for (const { bases, flags, name, kind, symbol } of scopes) {
    // `class Minitest::Test`: the outer type is no definition of the outline.
    if (kind === "class" && symbol === NONE) tell("opened", name);
    for (const base of bases) {
      const written = lastName(flow, base);
      tell("base", written);
      // `use Contracts\Box as BoxContract`: the name at the definition differs.
      for (const { value } of renamed.get(written) ?? []) tell("base", lastName(flow, value));
    }
    if (runsOnAccess(flags)) tell("property", name);
  }
  for (const name of new LiteralUses(new ExpressionReader(flow)).entriesByName().keys()) tell("entry", name);
  // Exports under a name that differs from the value's own.
  for (const { name, value } of flow.exports) if (lastName(flow, value) !== name) tell("export", name);
  for (let at = 0; at < flow.reads.length; at += ACCESS_NUMBERS)
    tell("read", callName(code, strings, flow.reads[at] as ExprId));
  for (let at = 0; at < flow.writes.length; at += ACCESS_NUMBERS)
    tell("write", callName(code, strings, flow.writes[at] as ExprId));
}

/** Imports under another name, by the name that the file uses. */
function renamedImports(flow: CallFacts): ReadonlyMap<string, readonly BindingFact[]> {
  const isRenamed = ({ name, value }: BindingFact): boolean =>
    EXPR_OPS[flow.code[value] as number] === "import" && lastName(flow, value) !== name;
  return groupBy(
    flow.scopes.flatMap(({ bindings }) => bindings.filter(isRenamed)),
    ({ name }) => name,
  );
}

/** The last name of an expression: `Server` for `http.Server<Options>`. Empty if there is none. */
function lastName({ code, strings, scopes }: CallFacts, expr: ExprId): string {
  switch (EXPR_OPS[code[expr] as number]) {
    case "name":
      return strings[code[expr + 1] as number] ?? "";
    case "member":
      return strings[code[expr + 2] as number] ?? "";
    case "import":
      return importedName(strings[code[expr + 1] as number] ?? "", strings[code[expr + 2] as number] ?? "");
    case "generic":
    case "instance":
    case "call":
    case "standing":
    case "type_of":
      return lastName({ code, strings, scopes } as CallFacts, code[expr + 1] as ExprId);
    case "scope":
      return scopes[code[expr + 1] as number]?.name ?? "";
    default:
      return "";
  }
}
