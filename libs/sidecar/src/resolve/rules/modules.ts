/** Languages that are resolved by name, but for the modules that calls and imports name: Elixir, Haskell and Lua. */
import { boundOrTakenOver } from "./file-names.ts";
import { byName } from "./by-name.ts";
import { closeness, filesNamed, nameOf } from "./paths.ts";
import { qualifiedName } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import type { ResolutionRules } from "./resolution-rules.ts";
import type { FileId } from "../project.ts";
import { NOTHING, type Values, union } from "../values.ts";

/** Modules are definitions, which may stand in one another. */
export const elixir: ResolutionRules = {
  ...byName,
  resolveModule: (resolution, _from, module) => definedModules(resolution, module),
  exported: (resolution, module, name) => (name === "*" ? [module] : resolution.membersNamed([module], name)),
  unbound: (resolution, _place, name) => (/^\p{Lu}/u.test(name) ? definedModules(resolution, name) : NOTHING),
};

/** Modules are files, called by their path. */
export const haskell: ResolutionRules = {
  ...byName,
  resolveModule(resolution, from, module) {
    return fileOfPath(resolution, from, module.replaceAll(".", "/"), [".hs", ".hsc", ".lhs"]) ?? [resolution.values.external(module)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    return module.kind === "module" ? (boundOrTakenOver(resolution, module.file, name) ?? NOTHING) : NOTHING;
  },
};

/** Modules are files, called by their path, and are the table that the file gives back. */
export const lua: ResolutionRules = {
  ...byName,
  placesMethods: true,
  resolveModule: (resolution, from, module) => fileOfPath(resolution, from, module.replaceAll(".", "/"), [".lua", "/init.lua"]) ?? [resolution.values.external(module)],
  exported(resolution, module, name) {
    const flow = module.kind === "module" ? resolution.index(module.file)?.flow : undefined;
    const table = module.kind === "module" ? resolution.evaluateAll({ file: module.file, scope: 0 }, (flow?.exports ?? []).map(({ value }) => value)) : NOTHING;
    return name === "*" ? (table.length > 0 ? table : [module]) : resolution.membersNamed(table, name);
  },
};

/** The nearest file whose path ends so; null without one. */
function fileOfPath(resolution: Resolution, from: FileId, path: string, endings: readonly string[]): Values | null {
  const { paths } = resolution.project;
  const found = endings.flatMap((ending) => filesNamed(resolution, nameOf(path + ending)).filter((file) => `/${paths[file]}`.endsWith(`/${path}${ending}`)));
  const [nearest] = [...found].sort((left, right) => closeness(paths[right] as string, paths[from] as string) - closeness(paths[left] as string, paths[from] as string) || left - right);
  return nearest === undefined ? null : [resolution.values.module(nearest)];
}

/** Modules and protocols of a qualified name; one that is defined nowhere is not of the codebase. */
function definedModules(resolution: Resolution, module: string): Values {
  return resolution.once(`elixir module ${module}`, () => {
    const parts = module.split(".");
    const found = parts.flatMap((_, at) => scopesCalled(resolution, parts.slice(at).join("."), module));
    return found.length > 0 ? union(...found) : [resolution.values.external(module)];
  });
}

function scopesCalled(resolution: Resolution, name: string, module: string): Values[] {
  return resolution.project.filesDefining(name).filter((file) => resolution.rules(file) === elixir).flatMap((file) =>
    (resolution.index(file)?.flow.scopes ?? []).flatMap((own, scope): Values[] => (own.name === name && own.kind !== "function" && qualifiedName(resolution, { file, scope }) === module ? [[resolution.scopeValue({ file, scope })]] : [])));
}
