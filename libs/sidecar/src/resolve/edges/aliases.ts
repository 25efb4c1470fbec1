/** Under which other names a function may be called, and in which files values of it may be called: one hop of flow. */
import { ALL_NAMES, type ExprId, NONE, SCOPE_FLAGS } from "../../flow/facts.ts";
import { givenBefore } from "../expressions/arguments.ts";
import { argumentsOf, functionsGiven, isVariable } from "../expressions/variables.ts";
import { placesOfObjects } from "./called-objects.ts";
import { ownConstructors, replacesConstructor } from "../members/constructors.ts";
import type { FileIndex } from "../file-index.ts";
import { mayHandOn } from "./may-hand-on.ts";
import { subtypesOf } from "../types/subtypes.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, type Value, isSameScope } from "../values.ts";

/** Where calls of some functions may stand. */
export interface CallPlaces {
  /** Their own names. */
  readonly names: ReadonlySet<string>;
  /** Names that they have elsewhere: of variables, parameters, members that they are handed to. */
  readonly aliases: ReadonlySet<string>;
  /** Files in which any call may be one of them: they hand the function on as a value. */
  readonly files: ReadonlySet<FileId>;
  /** What files call it that import it, where these are too many to look at all of their calls. */
  readonly imported: ReadonlyMap<FileId, readonly string[]>;
  /** Own names that more files use as a value, or give another name, than are gone through. */
  readonly left: readonly NameLeft[];
}

/** A name whose places are not all looked at, since there are too many to say anything about one function. */
export interface NameLeft {
  readonly name: string;
  /** Whether it is used as a value there, or called; another name of the function in the second case. */
  readonly use: "mention" | "call";
  /** Files that use it so. */
  readonly files: number;
}

/** A name that more files than this hand on says nothing about one function. */
export const MAX_MENTIONING_FILES = 80;

export function callPlaces(resolution: Resolution, targets: readonly ScopeRef[]): CallPlaces {
  const names = new Set<string>();
  const aliases = new Set<string>();
  const files = new Set<FileId>();
  const left: NameLeft[] = [];
  for (const own of targets.flatMap((target) => [...namesOf(resolution, target)])) names.add(own);
  const isExportedDefault = targets.some((target) => isDefault(resolution, target));
  for (const name of [...names].filter((own) => own !== "super" && own !== "")) {
    const mentioning = resolution.project.filesUsing("mention", name);
    if (mentioning.length > MAX_MENTIONING_FILES) left.push({ name, use: "mention", files: mentioning.length });
    for (const file of mentioning.length > MAX_MENTIONING_FILES ? mentioning.filter((other) => targets.some((target) => target.file === other)) : mentioning) {
      if (mayHandOn(resolution, file, { name, targets })) files.add(file);
      for (const alias of aliasesOf(resolution, file, name)) aliases.add(alias);
    }
  }
  const importing = isExportedDefault ? ["default", ALL_NAMES].flatMap((name) => resolution.project.filesUsing("mention", name)) : [];
  const imports = [...new Set(importing)].map((file) => ({ file, names: [...defaultAliases(resolution, file, targets)] })).filter((found) => found.names.length > 0);
  for (const alias of imports.flatMap((found) => found.names)) aliases.add(alias);
  const isTooMany = imports.length > MAX_MENTIONING_FILES;
  if (isTooMany) left.push({ name: "default", use: "mention", files: imports.length });
  for (const { file, names: own } of isTooMany ? [] : imports) {
    files.add(file);
    for (const name of own) for (const alias of aliasesOf(resolution, file, name)) aliases.add(alias);
  }
  for (const { file } of targets) files.add(file);
  const objects = placesOfObjects(resolution, targets, MAX_MENTIONING_FILES);
  for (const name of objects.holders) aliases.add(name);
  for (const file of objects.files) files.add(file);
  left.push(...objects.left.filter(({ name }) => !names.has(name)));
  for (const name of objects.givers) {
    const calling = resolution.project.filesUsing("call", name);
    if (calling.length > MAX_MENTIONING_FILES) left.push({ name, use: "call", files: calling.length });
    else for (const file of calling) files.add(file);
  }
  return { names, aliases, files, imported: new Map(isTooMany ? imports.map(({ file, names: own }) => [file, own]) : []), left };
}

/** What a function, or a class whose objects are made, is called by where it is defined. */
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
      if (made === type && (isConstructor ? replacesConstructor(resolution, subtype, { file, scope }) : ownConstructors(resolution, subtype).length > 0)) continue;
      yield resolution.index(subtype.file)?.flow.scopes[subtype.scope]?.name ?? "";
    }
  }
}

function isDefault(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  const sought = own && (own.flags & SCOPE_FLAGS.constructor) !== 0 ? own.parent : scope;
  const isIt = (found: Value): boolean => {
    if (found.kind === "variable") return functionsGiven(resolution, found).some((ref) => isSameScope(ref, { file, scope: sought }));
    return (found.kind === "function" || found.kind === "class") && isSameScope(found, { file, scope: sought });
  };
  return resolution.rules(file).exportsDefault && resolution.rules(file).exported(resolution, resolution.values.module(file), "default").some(isIt);
}

/** Names that a file gives to one of the targets where it imports what is exported without a name, or requires what a module is. */
function* defaultAliases(resolution: Resolution, file: FileId, targets: readonly ScopeRef[]): Generator<string> {
  const index = resolution.index(file);
  const isTarget = (value: Value): boolean => (value.kind === "function" || value.kind === "class") && targets.some((target) => isSameScope(target, value));
  const isAsked = (value: Value): boolean => isTarget(value) || (value.kind === "module" && resolution.rules(value.file).exported(resolution, value, "default").some(isTarget));
  for (const { name, value } of index?.flow.scopes[0]?.bindings ?? []) {
    if (index?.op(value) !== "import" || !["default", ALL_NAMES].includes(index.string(value, 2))) continue;
    const modules = resolution.rules(file).resolveModule(resolution, file, index.string(value, 1));
    const isOfFile = (module: Value): boolean => module.kind === "module" && targets.some((target) => target.file === module.file);
    if ((index.string(value, 2) === "default" && modules.some(isOfFile)) || resolution.evaluate({ file, scope: 0, expr: value }).some(isAsked)) yield name;
  }
}

/** Names that a file gives to what it calls `name`: variables, members, keys, parameters of functions that it hands it to. */
function aliasesOf(resolution: Resolution, file: FileId, name: string): readonly string[] {
  return resolution.once(["aliases", file, name], () => {
    const index = resolution.index(file);
    const text = index?.flow.strings.indexOf(name) ?? NONE;
    return index && text !== NONE ? [...aliasesIn(resolution, { file, index }, text)] : [];
  });
}

/** @param text position of the name among the file's texts, each of which is there once */
function* aliasesIn(resolution: Resolution, { file, index }: { readonly file: FileId; readonly index: FileIndex }, text: number): Generator<string> {
  const isIt = (expr: ExprId): boolean => endsWith(index, expr, text);
  for (const scope of index.flow.scopes) {
    for (const binding of scope.bindings) if (isIt(binding.value)) yield binding.name;
    for (const { target, value } of scope.stores) if (isIt(value)) yield index.keyOf(target) ?? "";
  }
  for (const exported of index.flow.exports) if (isIt(exported.value)) yield exported.name;
  for (const { name: key, value } of index.literals.recordEntries()) if (key !== null && isIt(value)) yield key;
  for (const site of index.flow.sites) {
    if (!index.hasArgument(site.expr, isIt)) continue;
    const entries = index.entries(site.expr, 2);
    for (const called of resolution.evaluate({ file, scope: site.scope, expr: index.operand(site.expr, 1) })) {
      if (called.kind !== "function") continue;
      const params = resolution.index(called.file)?.flow.scopes[called.scope]?.params ?? [];
      const shift = givenBefore(params, called);
      for (const [position, entry] of entries.entries()) if (isIt(entry.value)) yield entry.name ?? params[position + shift]?.name ?? "";
    }
  }
}

function endsWith(index: FileIndex, expr: ExprId, text: number): boolean {
  switch (index.op(expr)) {
    case "name": return index.operand(expr, 1) === text;
    case "member": case "import": return index.operand(expr, 2) === text;
    case "either": return index.items(expr, 1).some((option) => endsWith(index, option, text));
    case "standing": case "pointed": return endsWith(index, index.operand(expr, 1), text);
    case "variable": return argumentsOf(index, index.operand(expr, 2)).some((argument) => endsWith(index, argument, text));
    default: return false;
  }
}
