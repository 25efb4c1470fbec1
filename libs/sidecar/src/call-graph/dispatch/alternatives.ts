/** Other functions that a call may reach: patched members, and definitions chosen by a condition. Pure. */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { addTo } from "../../group-by.ts";
import { isCommonName } from "../edges/by-name/common-names.ts";
import { classesOf } from "../expressions/this.ts";
import type { Resolution } from "../resolution.ts";
import { functionsAmong, MAX_VALUES, type ScopeRef, type Site, type Value } from "../values.ts";

// Patched members: functions that the codebase assigns to objects of libraries, such as `const app =
// express(); app.start = () => …`.

/** If more files than this define a name, it says nothing about an assignment in one of them. */
const MAX_DEFINING_FILES = 40;

/**
 * Functions assigned under the called name, to an object of the same origin as the callee's object: the
 * result of the same function, the same member of an object, or the same type; or to the prototype of its
 * type. Members that libraries have themselves are excluded (`console.log = …`): a function that a test
 * assigns is not what others call.
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

/** The prototype of a type: `Date.prototype.inWords = …`. */
const PROTOTYPE = /^(.+)\.prototype$/;
/** jQuery's prototype, under both of its names. */
const PLUGINS = /^(?:\$|jQuery)\.fn$/;
/** Results of jQuery's methods are jQuery objects as a rule. */
const JQUERY = /^(?:\$|jQuery)(?:\.|$)/;

/** Values that have a member which is assigned to an object. */
function objectsMeant(resolution: Resolution, object: Value): readonly Value[] {
  if (object.kind === "variable" || (object.kind === "external" && !object.isType)) return [object];
  if (object.kind !== "external") return [];
  if (PLUGINS.test(object.name)) return [resolution.values.external("$")];
  const type = PROTOTYPE.exec(object.name)?.[1];
  return type === undefined ? [] : [resolution.values.external(type)];
}

/** The type of a string or list value, or of a jQuery object, as an object of it; any other value itself. */
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

/** Assigned functions by the object they are assigned to, in the order of files and stores. */
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
    // A function with a common name counts only for calls on the very same variable.
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

// Conditional definitions: several definitions of one name, of which a build or a call uses one: by platform,
// by `#if`, by template arguments.

/**
 * Among the functions that a call leads to, those that share their name and the name of their class with
 * another one.
 */
export function alternativesAmong<Ref extends ScopeRef>(
  resolution: Resolution,
  refs: readonly Ref[],
): ReadonlySet<Ref> {
  const groups = new Map<string, Ref[]>();
  for (const ref of refs) {
    const key = nameOf(resolution, ref);
    if (key !== null) addTo(groups, key, ref);
  }
  // Two declarations may lead to the same definition, which is no alternative.
  const isSeveral = (group: readonly Ref[]): boolean =>
    group.some(({ file, scope }) => file !== group[0]?.file || scope !== group[0]?.scope);
  return new Set([...groups.values()].filter(isSeveral).flat());
}

/**
 * The key under which alternatives are grouped. Null for a function that cannot be an alternative: one that
 * only its own file sees was passed as a value.
 */
function nameOf(resolution: Resolution, ref: ScopeRef): string | null {
  const scopes = resolution.index(ref.file)?.flow.scopes;
  const own = scopes?.[ref.scope];
  const { alternatives } = resolution.rules(ref.file);
  if (!own || own.name === "" || alternatives === "none") return null;
  if (alternatives === "exported" && own.kind === "function" && (own.flags & SCOPE_FLAGS.exported) === 0)
    return null;
  const [type] = own.kind === "function" ? classesOf(resolution, ref) : [];
  // A class with a constructor is an alternative to one without.
  if (type && (own.flags & SCOPE_FLAGS.constructor) !== 0) return nameOf(resolution, type);
  const owner = type ? resolution.index(type.file)?.flow.scopes[type.scope] : scopes[own.parent];
  return `${owner?.name ?? ""}::${own.name}`;
}
