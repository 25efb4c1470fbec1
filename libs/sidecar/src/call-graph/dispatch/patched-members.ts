/** Functions that a codebase puts into objects of libraries: `const app = express(); app.start = () => …`. */
import { functionsAmong, MAX_VALUES, type Site, type ScopeRef, type Value } from "../values.ts";
import type { Resolution } from "../resolution.ts";
import { isCommonName } from "../edges/by-name/common-names.ts";

/** A name that more files define says nothing about what one of them puts somewhere. */
const MAX_DEFINING_FILES = 40;

/**
 * Those under the name that is called, in objects that are of the same as the one that it is called on: what
 * the same function gives, the same member of an object, the same type; or in what all objects of its type
 * have. Names of libraries themselves are left out (`console.log = …`): what a test puts there is not what
 * others call.
 */
export function putIntoOutside(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return [];
  const put = functionsPut(resolution, callee, index.string(callee.expr, 2));
  if (put.size === 0) return [];
  return resolution
    .evaluate({ ...callee, expr: index.operand(callee.expr, 1) })
    .flatMap((object) => put.get(object) ?? put.get(typeOf(resolution, object)) ?? []);
}

/** What all objects of a type have: `Date.prototype.inWords = …`. */
const PROTOTYPE = /^(.+)\.prototype$/;
/** And what jQuery's have, under both of its names. */
const PLUGINS = /^(?:\$|jQuery)\.fn$/;
/** Whatever methods of these give is one of them as a rule. */
const JQUERY = /^(?:\$|jQuery)(?:\.|$)/;

/** Values on which something that is put into one is called. */
function objectsMeant(resolution: Resolution, object: Value): readonly Value[] {
  if (object.kind === "variable" || (object.kind === "external" && !object.isType)) return [object];
  if (object.kind !== "external") return [];
  if (PLUGINS.test(object.name)) return [resolution.values.external("$")];
  const type = PROTOTYPE.exec(object.name)?.[1];
  return type === undefined ? [] : [resolution.values.external(type)];
}

/** An object of the type that a text or a list is of, of jQuery, or itself. */
function typeOf(resolution: Resolution, object: Value): Value {
  if (object.kind === "literal" && resolution.index(object.file)?.op(object.expr) === "list")
    return resolution.values.external("Array");
  if (object.kind !== "external" || object.isType) return object;
  return JQUERY.test(object.name)
    ? resolution.values.external("$")
    : resolution.values.external(WRITTEN_AS.get(object.name) ?? object.name);
}

const WRITTEN_AS: ReadonlyMap<string, string> = new Map([
  ["string", "String"],
  ["number", "Number"],
  ["boolean", "Boolean"],
]);

/** By the object that they are put into, in the order of files and stores. */
function functionsPut(
  resolution: Resolution,
  { file: from }: Site,
  name: string,
): ReadonlyMap<Value, readonly ScopeRef[]> {
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
          const meant = isTold || object.kind === "variable" ? objectsMeant(resolution, object) : [];
          for (const each of meant) note(each, functions);
        }
      }
    }
    return put;
  });
}
