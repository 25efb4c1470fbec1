/** Resolution rules of JavaScript and TypeScript: ES modules, CommonJS, and their exports. */
import { byName } from "../../../call-graph/rules/defaults.ts";
import type { FileIndex, StoreAt } from "../../../call-graph/file-index.ts";
import { ECMA_METHODS } from "../../../call-graph/members/library-methods.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution, ResolutionRules } from "../../../call-graph/resolution.ts";
import { NOTHING, type Values, union } from "../../../call-graph/values.ts";
import { findModule, isOfWorkspace } from "./modules.ts";
import { componentParts, globalValues, isMemberOfGlobal, isOneOfGlobals } from "./script-globals.ts";

export const ecma: ResolutionRules = {
  ...byName,
  classNames: "nothing",
  hasOwners: false,
  isUnboundExternal: true,
  followsModules: true,
  exportsDefault: true,
  typesLiterals: true,
  isDynamicallyTyped: true,
  overridesStatics: true,
  joinsInFile: true,
  alternatives: "none",
  library: ECMA_METHODS,
  // The type argument of a call of a library function is usually the type of its promise's result: `await
  // get<Server>(url)`.
  futures: /(?:Promise|PromiseLike|Thenable)(?:\.\w+)*$|(?:^|\.)[$\p{Ll}]\w*$/u,
  resolveModule(resolution, from, module) {
    const file = findModule(resolution, from, module);
    if (file !== undefined) return [resolution.values.module(file)];
    return isOfWorkspace(resolution, module) ? NOTHING : [resolution.values.external(module)];
  },
  exported(resolution, module, name) {
    if (module.kind !== "module") return resolution.membersNamed([module], name);
    const whole = (): Values => assignedModule(resolution, module.file);
    if (name === "*")
      return union(
        whole().filter(
          ({ kind }) =>
            kind === "function" ||
            kind === "class" ||
            kind === "literal" ||
            kind === "instance" ||
            kind === "variable",
        ),
        [module],
      );
    const named = exportedName(resolution, module.file, name);
    if (named) return named;
    const members = resolution.membersNamed(
      whole().filter(({ kind }) => kind !== "module"),
      name,
    );
    if (members.length > 0 || name !== "default") return members;
    // A CommonJS module is its own default export.
    const assigned = whole();
    return assigned.length > 0 ? assigned : [module];
  },
  unbound(resolution, { file }, name) {
    const own = resolution.membersNamed(componentParts(resolution, file), name);
    return own.length > 0 ? own : globalValues(resolution, name);
  },
  memberOfGlobal: (resolution, { file, scope, expr }, name) =>
    isMemberOfGlobal(resolution, { file, scope, expr }) ? globalValues(resolution, name) : NOTHING,
  isOneOfSeveral: isOneOfGlobals,
  withLiteral: (resolution, file) => componentParts(resolution, file),
};

/** What a module exports under a name, directly or by re-exporting; null if nothing. */
function exportedName(resolution: Resolution, file: FileId, name: string): Values | null {
  const index = resolution.index(file);
  if (!index) return null;
  const own = index.flow.exports.filter((exported) => exported.name === name).map(({ value }) => value);
  if (own.length > 0) return resolution.evaluateAll({ file, scope: 0 }, own);
  const stored = index
    .storesOf(name)
    .filter((store) => isExportsObject(index, index.operand(store.target, 1)));
  if (stored.length > 0)
    return union(...stored.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
  if (name === "default") return null;
  return resolution.walked(`exports ${name}`, file, { met: null, tooFar: null, isPart: true }, () => {
    for (const module of index.flow.exportsAllOf) {
      const from = findModule(resolution, file, module);
      const values = from === undefined ? null : exportedName(resolution, from, name);
      if (values) return values;
    }
    return null;
  });
}

/** `module.exports = value`, and TypeScript's `export = value`. */
function assignedModule(resolution: Resolution, file: FileId): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const isWhole = ({ target }: StoreAt): boolean =>
    index.op(target) === "member" && isName(index, index.operand(target, 1), "module");
  const stored = index
    .storesOf("exports")
    .filter(isWhole)
    .map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value }));
  const assigned = index.flow.exports
    .filter((exported) => exported.name === "=")
    .map(({ value }) => resolution.evaluate({ file, scope: 0, expr: value }));
  return union(...stored, ...assigned);
}

/** Whether an expression is `exports` or `module.exports`. */
function isExportsObject(index: FileIndex, expr: number): boolean {
  if (isName(index, expr, "exports")) return true;
  return (
    index.op(expr) === "member" &&
    index.string(expr, 2) === "exports" &&
    isName(index, index.operand(expr, 1), "module")
  );
}

function isName(index: FileIndex, expr: number, name: string): boolean {
  return index.op(expr) === "name" && index.string(expr, 1) === name;
}
