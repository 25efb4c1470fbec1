/** Functions that the codebase adds to external types: extensions in Kotlin and C#, trait methods in Rust. */
import { NONE } from "../../call-facts/facts.ts";
import { isOtherLibraryType, libraryType, typeName } from "../types/library-results.ts";
import { isPrivate } from "../types/overloads.ts";
import { methodsWithOwner } from "./placed-members.ts";
import type { FileId } from "../project.ts";
import { resolveName } from "../expressions/names.ts";
import type { Resolution } from "../resolution.ts";
import { type ExternalValue, NOTHING, type ScopeRef, type Value, type Values, scopeKey } from "../values.ts";

/** If more files than this define a name, its extensions are not searched. */
const MAX_DEFINING_FILES = 400;

/** Extensions of a name whose receiver type is the type of one of the objects. */
export function extensionsOf(
  resolution: Resolution,
  objects: Values,
  { file, scope, name }: { readonly file: FileId; readonly scope: number; readonly name: string },
): Values {
  const language = resolution.project.language(file);
  const outside = objects.filter((object): object is ExternalValue => object.kind === "external");
  if (outside.length === 0 || !resolution.rules(file).extendsLibrary) return NOTHING;
  if (resolution.project.filesDefining(name).length > MAX_DEFINING_FILES) {
    resolution.limit("too_many_files");
    return NOTHING;
  }
  const { isOfTypeOutside, methodsInSight, hasReceivers } = resolution.rules(file);
  const receivers = receiversOutside(resolution, language, name);
  const ofLanguage = hasReceivers
    ? methodsWithOwner(resolution, name).filter(
        (method) => resolution.project.language(method.file) === language,
      )
    : [...receivers.keys()];
  const methods = inSight(
    resolution,
    ofLanguage.filter((method) => method.file === file || !isPrivate(resolution, method)),
    { file, name },
  );
  const objectsOf = (method: ScopeRef): readonly ExternalValue[] =>
    outside.filter((object) => receivers.get(method)?.some((type) => isOfTypeOutside(object, type)));
  const added = methods.flatMap((method) => objectsOf(method).map((object) => ({ method, object })));
  const seen = new Set(
    methodsInSight(
      resolution,
      added.map(({ method }) => method),
      { file, scope },
    ),
  );
  return added
    .filter(({ method }) => seen.has(method))
    .map(({ method, object }) => resolution.values.function(method, object));
}

/** Extensions of external types in a language, with their receiver types. */
function receiversOutside(
  resolution: Resolution,
  language: string | null,
  name: string,
): ReadonlyMap<ScopeRef, readonly ExternalValue[]> {
  return resolution.once(["receivers outside", language ?? "", name], () => {
    const found = new Map<ScopeRef, readonly ExternalValue[]>();
    for (const method of methodsWithOwner(resolution, name)) {
      if (resolution.project.language(method.file) !== language) continue;
      const own = resolution.index(method.file)?.flow.scopes[method.scope];
      const types = own
        ? resolution
            .evaluate({ file: method.file, scope: own.parent, expr: own.owner })
            .filter((type): type is ExternalValue => type.kind === "external")
        : [];
      if (types.length > 0) found.set(method, types);
    }
    return found;
  });
}

/**
 * Extensions that are visible in a file, for languages that import them by name: those that the file imports
 * or that its package declares, if there are any; otherwise those that are not members, unless the file
 * imports something else by that name.
 */
function inSight(
  resolution: Resolution,
  methods: readonly ScopeRef[],
  { file, name }: { readonly file: FileId; readonly name: string },
): readonly ScopeRef[] {
  if (!resolution.rules(file).hasReceivers || methods.length === 0) return methods;
  const { values } = resolveName(resolution, { file, scope: 0 }, name);
  const named = new Set(values.flatMap((value) => (value.kind === "function" ? [scopeKey(value)] : [])));
  const seen = methods.filter((method) => named.has(scopeKey(method)));
  if (seen.length === 0 && importsLibrarys(resolution, file, name)) return [];
  return seen.length > 0
    ? seen
    : methods.filter((method) => method.file === file || !isMember(resolution, method));
}

/** Whether a file imports a library name. It then means no extension of the codebase. */
export function importsLibrarys(resolution: Resolution, file: FileId, name: string): boolean {
  const index = resolution.index(file);
  const imports = (index?.bindings(0, name) ?? []).filter(({ value }) => index?.op(value) === "import");
  return (
    imports.length > 0 &&
    resolution
      .evaluateAll(
        { file, scope: 0 },
        imports.map(({ value }) => value),
      )
      .every(({ kind }) => kind === "external")
  );
}

function isMember(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const scopes = resolution.index(file)?.flow.scopes;
  return scopes?.[scopes[scope]?.parent ?? 0]?.kind === "class";
}

/**
 * Whether an extension's receiver type may be the type of one of the objects, as far as library types are
 * known.
 */
export function mayExtend(resolution: Resolution, { file, scope }: ScopeRef, objects: Values): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  const receivers =
    own && own.owner !== NONE ? resolution.evaluate({ file, scope: own.parent, expr: own.owner }) : NOTHING;
  const isOther = (object: Value, receiver: Value): boolean =>
    object.kind === "external" &&
    receiver.kind === "external" &&
    isOtherLibraryType(libraryType(object.name), typeName(receiver));
  return (
    receivers.length === 0 ||
    objects.some((object) => receivers.some((receiver) => !isOther(object, receiver)))
  );
}
