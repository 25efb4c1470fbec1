/** Resolves uses of names in C and C++. */
import { NONE } from "../../../call-facts/facts.ts";
import { resolveName } from "../../../call-graph/expressions/names.ts";
import { classesOf } from "../../../call-graph/expressions/this.ts";
import type { FileIndex } from "../../../call-graph/file-index.ts";
import { NAMESPACE_PREFIX, pathOf, takenOverBy } from "../../../call-graph/members/namespaces.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { lineageOf } from "../../../call-graph/types/lineage.ts";
import { declaring, hasOwn, isIt } from "../../../call-graph/uses/declaring.ts";
import { it, OPEN, OTHER, type UseResolution } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";
import { isSameScope, NOTHING, type ScopeRef } from "../../../call-graph/values.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";

/** Resolves a name without a qualifier. */
export function resolveCName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  // The text of a designated initializer does not show its type.
  if (written.lead === ".") return thing.isMember ? OPEN : OTHER;
  const { own } = thing;
  const name = nameInC(resolution, place, written, thing);
  const isCalledSo = thing.kind === "macro" || isCalled(resolution, thing, name);
  // A header may name a struct that it does not define; anything else with the plain name there is not the
  // struct.
  const mayBe =
    isCalledSo || (own !== null && resolution.index(thing.file)?.binds(thing.scope, name) === false);
  const said = mayBe ? includedName(resolution, place, { name, isTyping: written.isTyping }, thing) : null;
  const via = place.file === thing.file ? "scope" : "import";
  if (said === "it") return it(via);
  if (said === "several") return it(via, "possible");
  if (said === "other" && (isCalledSo || !written.isTyping)) return OTHER;
  const meanings = own === null ? NOTHING : resolveName(resolution, place, name).values;
  if (own !== null && meanings.some((value) => isIt(resolution, value, own)))
    return thing.isOneOfSeveral ? it(via, "possible") : it(via);
  const isOther = isCalledSo ? meanings.length > 0 : own !== null || written.lead !== null;
  return isOther ? OTHER : OPEN;
}

/** Whether the target has that name where it is declared: in C, a struct is only known with its keyword. */
function isCalled(resolution: Resolution, { own, file, scope }: UseTarget, name: string): boolean {
  const index = resolution.index(file);
  return (
    index !== null &&
    (own === null
      ? index.binds(scope, name)
      : index
          .bindings(scope, name)
          .some(({ value }) => index.op(value) === "scope" && index.operand(value, 1) === own.scope))
  );
}

/**
 * The name in the call facts: in C, names of structs are separate from all others and include the keyword.
 */
function nameInC(
  resolution: Resolution,
  { file }: ScopeRef,
  { name, lead }: WrittenName,
  thing: UseTarget,
): string {
  if (resolution.project.language(file) === "c") return lead === null ? name : `${lead} ${name}`;
  const known = [name, ...["struct", "union", "enum"].map((word) => `${word} ${name}`)];
  return known.find((each) => thing.own !== null && isCalled(resolution, thing, each)) ?? name;
}

/** Resolves a name that is qualified with a namespace. */
export function resolveInNamespace(
  resolution: Resolution,
  { file }: ScopeRef,
  namespace: ScopeRef,
  thing: UseTarget,
): UseResolution {
  const said =
    includedMember(resolution, file, namespace, thing) ??
    (hasOwn(resolution, resolution.values.namespace(namespace), thing) ? "it" : null);
  // What a codebase adds to `std` is a specialization of a standard definition.
  const isAdded = resolution.index(namespace.file)?.flow.scopes[namespace.scope]?.name === "std";
  return said === "several" || (said === "it" && (isAdded || thing.isOneOfSeveral))
    ? it("module", "possible")
    : said === "it"
      ? it("module")
      : OTHER;
}

// Resolves plain names of C and C++ through includes. An include inserts text: a file has the names of all
// files that it includes, directly or indirectly, and several of them may declare the same name.

/** `several`: one of several definitions, chosen by the build or by a condition. */
type Included = "it" | "several" | "other" | null;

/**
 * What a name denotes, or null if nothing visible has that name. @param written the name, with the `struct`
 * that C requires
 */
function includedName(
  resolution: Resolution,
  place: ScopeRef,
  written: Pick<WrittenName, "name" | "isTyping">,
  thing: UseTarget,
): Included {
  const { name } = written;
  const index = resolution.index(place.file);
  if (!index) return null;
  if (thing.kind === "macro") return macroIn(resolution, place.file, thing);
  const isC = resolution.project.language(place.file) === "c";
  for (let at = place.scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    // Fields in C are not plain names.
    if (isC && index.flow.scopes[at]?.kind === "class") continue;
    const here = { file: place.file, scope: at };
    if (isHidden(resolution, here, written, thing)) return "other";
    const said =
      asLocal(resolution, here, name, thing) ??
      asMember(resolution, here, thing) ??
      asBrought(resolution, here, thing) ??
      ofNamespaces(resolution, here, name, thing);
    if (said !== null) return said;
  }
  // In C, a struct has the same name throughout a file, whatever scope declares it.
  return name !== thing.name &&
    thing.own !== null &&
    thing.isMember &&
    sees(resolution, place.file, thing.file)
    ? "it"
    : null;
}

/** Resolves a macro. Macros have no scopes. */
function macroIn(resolution: Resolution, file: FileId, thing: UseTarget): Included {
  if (!sees(resolution, file, thing.file)) return null;
  const others =
    file === thing.file
      ? []
      : resolution.project
          .filesDefining(thing.name)
          .filter((other) => other !== thing.file && sees(resolution, file, other));
  return others.length > 0 || thing.isOneOfSeveral ? "several" : "it";
}

/**
 * Whether a local variable hides the target. A variable may have the same name as its type (`store *store`):
 * the facts rename it in the function (`store~1`), and the plain name denotes the type only in declarations.
 */
function isHidden(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { name, isTyping }: Pick<WrittenName, "name" | "isTyping">,
  thing: UseTarget,
): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  if (own?.kind !== "function" || isTyping || (thing.own === null && thing.kind !== "type")) return false;
  return [...own.bindings, ...own.params].some((bound) => bound.name.startsWith(`${name}~`));
}

function asLocal(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  name: string,
  thing: UseTarget,
): Included {
  const index = resolution.index(file);
  if (scope === 0 || index?.flow.scopes[scope]?.kind === "namespace" || !index?.binds(scope, name))
    return null;
  if (
    index
      .bindings(scope, name)
      .some(({ value }) => index.op(value) === "member" && index.string(value, 2) === name)
  )
    return null;
  return [thing, thing.enumeration].some((own) => own !== null && isSameScope({ file, scope }, own))
    ? "it"
    : "other";
}

/**
 * An enclosing class, or the class of a method defined outside it, takes precedence over names of the file.
 */
function asMember(resolution: Resolution, here: ScopeRef, thing: UseTarget): Included {
  for (const type of classesOf(resolution, here)) {
    const said = declaring(resolution, lineageOf(resolution, type).types, thing);
    if (said) return said;
  }
  return null;
}

/** `using db::limit;` */
function asBrought(resolution: Resolution, { file, scope }: ScopeRef, thing: UseTarget): Included {
  const index = resolution.index(file);
  for (const { value } of index?.bindings(scope, thing.name) ?? []) {
    const objects =
      index?.op(value) === "member" && index.string(value, 2) === thing.name
        ? resolution.evaluate({ file, scope, expr: index.operand(value, 1) })
        : [];
    const said = objects
      .map((object) => (object.kind === "namespace" ? includedMember(resolution, file, object, thing) : null))
      .find((each) => each !== null);
    if (said) return said;
  }
  return null;
}

/** Names in a namespace or file, and in the namespaces that it opens. */
function ofNamespaces(resolution: Resolution, here: ScopeRef, name: string, thing: UseTarget): Included {
  const index = resolution.index(here.file);
  const scope = index?.flow.scopes[here.scope];
  if (!index || !scope) return null;
  const own = scope.kind === "namespace" || here.scope === 0 ? [pathOf(index, here.scope)] : [];
  const opened = scope.wildcards
    .filter((module) => module.startsWith(NAMESPACE_PREFIX))
    .map((module) => module.slice(NAMESPACE_PREFIX.length));
  for (const path of [...own, ...opened]) {
    const declared = declaredIn(resolution, here.file, path, name, thing.name);
    if (declared.length > 0) return among(resolution, path, declared, thing);
  }
  return null;
}

/** Resolves a name that is qualified with a namespace. */
function includedMember(
  resolution: Resolution,
  from: FileId,
  namespace: ScopeRef,
  thing: UseTarget,
): Included {
  const index = resolution.index(namespace.file);
  const path = index ? pathOf(index, namespace.scope) : "";
  const declared = index ? declaredIn(resolution, from, path, thing.name, thing.name) : [];
  return declared.length > 0 ? among(resolution, path, declared, thing) : null;
}

function among(
  resolution: Resolution,
  path: string,
  declared: readonly ScopeRef[],
  thing: UseTarget,
): Included {
  const isVariable = thing.kind === "variable" || thing.kind === "constant";
  const defined = isVariable ? [] : declared.filter((place) => !isOpaque(resolution, place, thing.name));
  if (declared.some((place) => isSameScope(place, thing)))
    return (thing.isOneOfSeveral && !isVariable) || defined.length > 1 ? "several" : "it";
  // A header's declaration is defined in a file that includes the header.
  const index = resolution.index(thing.file);
  const isThere = index !== null && partsOf(index, path).includes(thing.scope);
  const isDefinedElsewhere = isThere && (isVariable || thing.own !== null) && defined.length === 0;
  return isDefinedElsewhere && declared.some(({ file }) => sees(resolution, thing.file, file))
    ? "it"
    : "other";
}

/** Whether a name is only an alias of a struct that is defined elsewhere: `typedef struct store store;`. */
function isOpaque(resolution: Resolution, { file, scope }: ScopeRef, name: string): boolean {
  const index = resolution.index(file);
  return (
    index
      ?.bindings(scope, name)
      .every(
        ({ value }) => index.op(value) === "name" && index.string(value, 1).split(" ").at(-1) === name,
      ) === true
  );
}

/**
 * Parts of a namespace with a name, in the files that a file includes.
 *
 * @param symbol the name in the outline
 */
function declaredIn(
  resolution: Resolution,
  from: FileId,
  path: string,
  name: string,
  symbol: string,
): readonly ScopeRef[] {
  return resolution.once(["declared in", from, path, name], () => {
    const files = resolution.project.filesDefining(symbol).filter((file) => sees(resolution, from, file));
    return files.flatMap((file) => {
      const index = resolution.index(file);
      return index
        ? partsOf(index, path)
            .filter((scope) => index.binds(scope, name))
            .map((scope): ScopeRef => ({ file, scope }))
        : [];
    });
  });
}

/** Includes unnamed namespaces nested in it. */
function partsOf({ scopes }: FileIndex, path: string): readonly number[] {
  return path === ""
    ? [0, ...scopes.namespaceParts("")]
    : [...scopes.namespaceParts(path), ...scopes.namespaceParts(`${path}::`)];
}

function sees(resolution: Resolution, from: FileId, file: FileId): boolean {
  return from === file || takenOverBy(resolution, from).has(file);
}
