/**
 * Where callable objects may be. A call of one uses the name of its variable, not the name of its call
 * method.
 */
import { type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { subtypesOf } from "../types/subtypes.ts";
import type { ScopeRef } from "../values.ts";
import { classesOf } from "../expressions/this.ts";

/** Names and files in which objects of some callable types may be called. */
export interface ObjectSearchSpace {
  /** Names of variables, fields and parameters that hold such an object. */
  readonly holders: ReadonlySet<string>;
  /** Names of functions that return one. */
  readonly givers: ReadonlySet<string>;
  /** Files that construct one, or declare a variable of its type. */
  readonly files: ReadonlySet<FileId>;
  /** Names of types that are used in more files than are searched. */
  readonly left: readonly {
    readonly name: string;
    readonly use: "call" | "mention";
    readonly files: number;
  }[];
}

/** The search space of the types whose call method is a target, and of their subtypes. */
export function objectSearchSpace(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  maxFiles: number,
): ObjectSearchSpace {
  const [holders, givers, files] = [new Set<string>(), new Set<string>(), new Set<FileId>()];
  const left: { readonly name: string; readonly use: "call" | "mention"; readonly files: number }[] = [];
  for (const name of new Set(targets.flatMap((target) => typesCalled(resolution, target)))) {
    for (const use of ["call", "mention"] as const) {
      const using = resolution.project.filesUsing(use, name);
      if (using.length > maxFiles) left.push({ name, use, files: using.length });
      else for (const file of using) files.add(file);
    }
    for (const { file } of targets) files.add(file);
    for (const file of files) addNames(resolution.index(file), name, { holders, givers });
  }
  return { holders, givers, files, left };
}

/** Names of the types whose objects, when called, run this function. */
function typesCalled(resolution: Resolution, target: ScopeRef): readonly string[] {
  const own = resolution.index(target.file)?.flow.scopes[target.scope];
  const { callMethod } = resolution.rules(target.file);
  if (own?.kind !== "function" || callMethod === null || own.name !== callMethod) return [];
  const types = classesOf(resolution, target).flatMap((type) => [type, ...subtypesOf(resolution, type)]);
  return types
    .map(({ file, scope }) => resolution.index(file)?.flow.scopes[scope]?.name ?? "")
    .filter((name) => name !== "");
}

function addNames(
  index: FileIndex | null,
  type: string,
  { holders, givers }: { readonly holders: Set<string>; readonly givers: Set<string> },
): void {
  const text = index?.flow.strings.indexOf(type) ?? NONE;
  if (!index || text === NONE) return;
  for (const { name, params, bindings, stores, returns, returnType } of index.flow.scopes) {
    for (const param of params) if (isNamed(index, param.type, text)) holders.add(param.name);
    for (const binding of bindings) if (isObject(index, binding.value, text)) holders.add(binding.name);
    for (const { target, value } of stores)
      if (isObject(index, value, text)) holders.add(index.keyOf(target) ?? "");
    if (
      name !== "" &&
      (isNamed(index, returnType, text) || returns.some((value) => isObject(index, value, text)))
    )
      givers.add(name);
  }
}

/** Whether an expression constructs an object of a type of this name, or is declared to be one. */
function isObject(index: FileIndex, expr: ExprId, text: number): boolean {
  switch (index.op(expr)) {
    case "call":
    case "new":
    case "instance":
      return isNamed(index, index.operand(expr, 1), text);
    case "either":
      return index.items(expr, 1).some((option) => isObject(index, option, text));
    case "standing":
    case "await":
    case "pointed":
      return isObject(index, index.operand(expr, 1), text);
    // A module variable that is assigned the result of a call.
    case "variable":
      return isObject(index, index.operand(expr, 2), text);
    default:
      return false;
  }
}

function isNamed(index: FileIndex, expr: ExprId, text: number): boolean {
  if (expr === NONE) return false;
  switch (index.op(expr)) {
    case "name":
      return index.operand(expr, 1) === text;
    case "member":
    case "import":
      return index.operand(expr, 2) === text;
    case "generic":
    case "standing":
    case "instance":
    case "decorated":
      return isNamed(index, index.operand(expr, 1), text);
    case "either":
      return index.items(expr, 1).some((option) => isNamed(index, option, text));
    default:
      return false;
  }
}
