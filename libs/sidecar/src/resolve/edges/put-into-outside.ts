/** Functions that a codebase puts into objects of libraries: `const app = express(); app.start = () => …`. */
import { functionsAmong, MAX_VALUES, type Place, type ScopeRef, type Value } from "../values.ts";
import type { Resolution } from "../resolution.ts";
import { isCommonName } from "./unique-name.ts";

/** A name that more files define says nothing about what one of them puts somewhere. */
const MAX_DEFINING_FILES = 40;

/**
 * Those under the name that is called, in objects that are of the same as the one that it is called on: what the same function gives, the same
 * member of an object, the same type. Names of libraries themselves are left out (`console.log = …`): what a test puts there is not
 * what others call.
 */
export function putIntoOutside(resolution: Resolution, callee: Place): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return [];
  const put = functionsPut(resolution, callee, index.string(callee.expr, 2));
  if (put.size === 0) return [];
  return resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).flatMap((object) => put.get(object) ?? []);
}

/** By the object that they are put into, in the order of files and stores. */
function functionsPut(resolution: Resolution, { file: from }: Place, name: string): ReadonlyMap<Value, readonly ScopeRef[]> {
  const rules = resolution.rules(from);
  const language = resolution.project.language(from);
  return resolution.once(["put into outside", language, name], () => {
    const put = new Map<Value, ScopeRef[]>();
    const files = resolution.project.filesDefining(name).filter((file) => resolution.rules(file) === rules);
    if (files.length > MAX_DEFINING_FILES) return put;
    // What has a name that many libraries have is called on that very variable alone.
    const isTold = !isCommonName(name, language);
    const note = (object: Value, functions: readonly ScopeRef[]): void => {
      const known = put.get(object) ?? [];
      if (known.length + functions.length > MAX_VALUES) return resolution.limit("too_many_values");
      known.push(...functions);
      put.set(object, known);
    };
    for (const file of files) {
      const index = resolution.index(file);
      for (const { target, value, scope } of index?.storesOf(name) ?? []) {
        const functions = functionsAmong(resolution.evaluate({ file, scope, expr: value }));
        if (functions.length === 0 || index?.op(target) !== "member") continue;
        for (const object of resolution.evaluate({ file, scope, expr: index.operand(target, 1) })) {
          if (object.kind === "variable" || (isTold && object.kind === "external" && !object.isType)) note(object, functions);
        }
      }
    }
    return put;
  });
}
