/** The names under which functions may be called, and the files in which they may be called as values. */
import { importedName } from "../../call-facts/call-name.ts";
import { ALL_NAMES, type ExprId, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { definitionsOf, implementationsOf } from "../dispatch/implementations.ts";
import type { EscapingName } from "../escaping-names.ts";
import { functionsGiven, isVariable, namedAfter } from "../expressions/variables.ts";
import type { FileIndex } from "../file-index.ts";
import { ownConstructors, replacesConstructor } from "../members/constructors.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { subtypesOf } from "../types/subtypes.ts";
import { isSameScope, type ScopeRef, type Value } from "../values.ts";
import { objectSearchSpace } from "./called-objects.ts";
import { namedSo, type NameWithin, otherNames } from "./other-names.ts";

/** Where calls of some functions may be. */
export interface CallSearchSpace {
  /** The functions' own names. */
  readonly names: ReadonlySet<string>;
  /** Other names that count in every file: members and variables that receive the functions. */
  readonly aliases: ReadonlySet<string>;
  /** Other names that count in one file only: parameters, imports and local variables. */
  readonly within: ReadonlyMap<FileId, ReadonlySet<string>>;
  /**
   * Names of functions that return them, so that the result of calling one of these is called
   * (`@route("/")`).
   */
  readonly givers: ReadonlySet<string>;
  /** Files in which any call may reach the functions, because they use them as values. */
  readonly files: ReadonlySet<FileId>;
  /** Own names that are used as a value, or renamed, in more files than are searched. */
  readonly left: readonly SkippedName[];
}

/** A name that is not searched everywhere, since too many files use it to say anything about one function. */
export interface SkippedName {
  readonly name: string;
  /**
   * `mention`: the name is used as a value in too many files. `call`: too many files call it; it is another
   * name of the function.
   */
  readonly use: "mention" | "call";
  /** Number of files that use the name so. */
  readonly files: number;
}

/** A name that is used as a value in more files than this says nothing about one function. */
export const MAX_MENTIONING_FILES = 80;

/** The names and files to search for calls of some functions. */
export function callSearchSpace(resolution: Resolution, targets: readonly ScopeRef[]): CallSearchSpace {
  const places = new Places(targets.flatMap((target) => [...namesOf(resolution, target)]));
  for (const { file } of targets) places.files.add(file);
  const starts = [...handedOn(resolution, targets, places), ...importsOfDefault(resolution, targets, places)];
  const { everywhere, within } = otherNames(resolution, starts);
  for (const name of everywhere) if (!places.names.has(name)) places.aliases.add(name);
  for (const [file, names] of within) for (const name of names) places.addWithin(file, name);
  addObjects(resolution, targets, places);
  for (const target of targets) addGiver(resolution, target, places);
  return places;
}

class Places implements CallSearchSpace {
  readonly names: ReadonlySet<string>;
  readonly aliases = new Set<string>();
  readonly within = new Map<FileId, Set<string>>();
  readonly givers = new Set<string>();
  readonly files = new Set<FileId>();
  readonly left: SkippedName[] = [];

  constructor(names: readonly string[]) {
    this.names = new Set(names);
  }

  addWithin(file: FileId, name: string): void {
    this.within.set(file, (this.within.get(file) ?? new Set()).add(name));
  }
}

/** Names that the targets have in files that use them as values. */
function handedOn(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  places: Places,
): readonly NameWithin[] {
  const own = new Set(targets.map(({ file }) => file));
  return [...places.names]
    .filter((name) => name !== "super" && name !== "")
    .flatMap((name) => {
      const mentioning = resolution.project.filesUsing("mention", name);
      const isTooMany = mentioning.length > MAX_MENTIONING_FILES;
      if (isTooMany) places.left.push({ name, use: "mention", files: mentioning.length });
      const looked = isTooMany ? mentioning.filter((file) => own.has(file)) : mentioning;
      return [...new Set([...looked, ...own])].flatMap((file): readonly NameWithin[] => {
        const may = mayHandOn(resolution, file, { name, targets });
        if (may) places.files.add(file);
        const renamed = importedAs(resolution, file, name);
        for (const other of renamed) places.addWithin(file, other);
        return [...(may || own.has(file) ? [name] : []), ...renamed].map((given) => ({
          file,
          scope: 0,
          name: given,
        }));
      });
    });
}

/** Names under which a file imports something that has another name. */
function importedAs(resolution: Resolution, file: FileId, name: string): readonly string[] {
  const index = resolution.index(file);
  const isIt = (value: ExprId): boolean =>
    index?.op(value) === "import" && importedName(index.string(value, 1), index.string(value, 2)) === name;
  return (index?.flow.scopes ?? []).flatMap(({ bindings }) =>
    bindings.filter((binding) => binding.name !== name && isIt(binding.value)).map((binding) => binding.name),
  );
}

/**
 * Names under which files import a target that is a default export. If too many files import it, only the
 * skipped name is noted, and the result is empty.
 */
function importsOfDefault(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  places: Places,
): readonly NameWithin[] {
  if (!targets.some((target) => isDefault(resolution, target))) return [];
  const importing = new Set(
    ["default", ALL_NAMES].flatMap((name) => resolution.project.filesUsing("mention", name)),
  );
  const imports = [...importing].flatMap((file) =>
    [...defaultAliases(resolution, file, targets)].map((name): NameWithin => ({ file, scope: 0, name })),
  );
  for (const { file, name } of imports) places.addWithin(file, name);
  const files = new Set(imports.map(({ file }) => file));
  if (files.size > MAX_MENTIONING_FILES) {
    places.left.push({ name: "default", use: "mention", files: files.size });
    return [];
  }
  for (const file of files) places.files.add(file);
  return imports;
}

/**
 * Adds the function around a target if that returns the target, and functions of the file that return the
 * result of calling it.
 */
function addGiver(resolution: Resolution, { file, scope }: ScopeRef, places: Places): void {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  const around = index?.flow.scopes[own?.parent ?? NONE];
  if (!index || own?.kind !== "function" || around?.kind !== "function" || around.name === "") return;
  if (!around.returns.some(namedSo(index, own.name))) return;
  for (const name of giversLike(index, around.name))
    if (filesCalling(resolution, name, places) !== null) places.givers.add(name);
}

/** Null if too many files call the name; the name is then noted as skipped. */
function filesCalling({ project }: Resolution, name: string, { left }: Places): readonly FileId[] | null {
  const files = project.filesUsing("call", name);
  if (files.length <= MAX_MENTIONING_FILES) return files;
  left.push({ name, use: "call", files: files.length });
  return null;
}

/**
 * The name itself and those of functions that return a call of it: `get`, with `return this.route("GET",
 * rule)`, for `route`.
 */
function giversLike(index: FileIndex, first: string): ReadonlySet<string> {
  const names = new Set([first]);
  // The loop also visits the names that it adds.
  for (const giver of names) {
    const isGiver = namedSo(index, giver);
    const givesThat = (value: ExprId): boolean =>
      index.op(value) === "call" && isGiver(index.operand(value, 1));
    for (const { name, kind, returns } of index.flow.scopes)
      if (kind === "function" && name !== "" && returns.some(givesThat)) names.add(name);
  }
  return names;
}

/** Adds names and files of callable objects, if the targets are their call methods. */
function addObjects(resolution: Resolution, targets: readonly ScopeRef[], places: Places): void {
  const { holders, givers, files, left } = objectSearchSpace(resolution, targets, MAX_MENTIONING_FILES);
  for (const name of holders) places.aliases.add(name);
  for (const file of files) places.files.add(file);
  places.left.push(...left.filter(({ name }) => !places.names.has(name)));
  for (const name of givers)
    for (const file of filesCalling(resolution, name, places) ?? []) places.files.add(file);
}

/** Names of a function, or of a class that is constructed, at its definition. */
function* namesOf(resolution: Resolution, { file, scope }: ScopeRef): Generator<string> {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const own = scopes[scope];
  if (!own) return;
  const isConstructor = (own.flags & SCOPE_FLAGS.constructor) !== 0;
  const type = isConstructor ? own.parent : own.kind === "class" ? scope : NONE;
  if (own.name !== "") yield own.name;
  if (isVariable(resolution, { file, scope: own.parent })) yield scopes[own.parent]?.name ?? "";
  const callMethod = resolution.rules(file).callMethod;
  const around = type === NONE && callMethod !== null && own.name === callMethod ? own.parent : NONE;
  for (const made of [type, around]) {
    if (made === NONE) continue;
    yield scopes[made]?.name ?? "";
    yield "super";
    for (const subtype of subtypesOf(resolution, resolution.values.class({ file, scope: made }))) {
      if (
        made === type &&
        (isConstructor
          ? replacesConstructor(resolution, subtype, { file, scope })
          : ownConstructors(resolution, subtype).length > 0)
      )
        continue;
      yield resolution.index(subtype.file)?.flow.scopes[subtype.scope]?.name ?? "";
    }
  }
}

function isDefault(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  const sought = own && (own.flags & SCOPE_FLAGS.constructor) !== 0 ? own.parent : scope;
  const isIt = (found: Value): boolean => {
    if (found.kind === "variable")
      return functionsGiven(resolution, found).some((ref) => isSameScope(ref, { file, scope: sought }));
    return (
      (found.kind === "function" || found.kind === "class") && isSameScope(found, { file, scope: sought })
    );
  };
  return (
    resolution.rules(file).exportsDefault &&
    resolution.rules(file).exported(resolution, resolution.values.module(file), "default").some(isIt)
  );
}

/**
 * Names that a file gives to a target by importing a default export, or by requiring a module whose value is
 * the target.
 */
function* defaultAliases(
  resolution: Resolution,
  file: FileId,
  targets: readonly ScopeRef[],
): Generator<string> {
  const index = resolution.index(file);
  const isTarget = (value: Value): boolean =>
    (value.kind === "function" || value.kind === "class") &&
    targets.some((target) => isSameScope(target, value));
  const isAsked = (value: Value): boolean =>
    isTarget(value) ||
    (value.kind === "module" &&
      resolution.rules(value.file).exported(resolution, value, "default").some(isTarget));
  for (const { name, value } of index?.flow.scopes[0]?.bindings ?? []) {
    if (index?.op(value) !== "import" || !["default", ALL_NAMES].includes(index.string(value, 2))) continue;
    const modules = resolution.rules(file).resolveModule(resolution, file, index.string(value, 1));
    const isOfFile = (module: Value): boolean =>
      module.kind === "module" && targets.some((target) => target.file === module.file);
    if (
      (index.string(value, 2) === "default" && modules.some(isOfFile)) ||
      resolution.evaluate({ file, scope: 0, expr: value }).some(isAsked)
    )
      yield name;
  }
}

// Whether a file may use a function as a value under one of its names. Many files have variables and other
// functions of the same name.

/** Whether a file uses one of the targets as a value under this name, or may do so. */
function mayHandOn(
  resolution: Resolution,
  file: FileId,
  { name, targets }: { readonly name: string; readonly targets: readonly ScopeRef[] },
): boolean {
  const index = resolution.index(file);
  if (!index) return false;
  const isIt = ({ expr, scope }: EscapingName): boolean =>
    scope === NONE
      ? mayComeFromOutside(index, expr)
      : resolution.evaluate({ file, scope, expr }).some((value) => mayBeOneOf(resolution, value, targets));
  // Limits reached here are dropped: they hide no caller of a call whose targets are known.
  return resolution.limited(() => index.placesHanding(name).some(isIt)).result;
}

/**
 * For an expression in an unknown scope: whether its first name may refer to something outside functions,
 * because the file binds it at its top, or not at all.
 */
function mayComeFromOutside(index: FileIndex, expr: ExprId): boolean {
  switch (index.op(expr)) {
    case "name": {
      const name = index.string(expr, 1);
      return index.binds(0, name) || !index.flow.scopes.some((_, at) => index.binds(at, name));
    }
    case "member":
    case "index":
    case "call":
      return mayComeFromOutside(index, index.operand(expr, 1));
    default:
      return true;
  }
}

/**
 * Whether a value may be one of the targets. A declared method may be overridden by a target; a variable may
 * hold a function that was passed to the call that produced it. Any class or module may be one: a class may
 * inherit its constructor, and it is unknown which function of a module is called.
 */
function mayBeOneOf(resolution: Resolution, value: Value, targets: readonly ScopeRef[]): boolean {
  const isTarget = (ref: ScopeRef): boolean => targets.some((target) => isSameScope(target, ref));
  switch (value.kind) {
    case "class":
    case "module":
      return true;
    case "variable":
      return (
        targets.some((target) => isSameScope(namedAfter(resolution, target), value)) ||
        functionsGiven(resolution, value).some(isTarget)
      );
    case "function":
      return (
        isTarget(value) ||
        definitionsOf(resolution, value).some(isTarget) ||
        implementationsOf(resolution, value).some(isTarget)
      );
    default:
      return false;
  }
}
