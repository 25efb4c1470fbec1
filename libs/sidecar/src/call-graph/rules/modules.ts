/**
 * Rules of Elixir, Haskell and Lua: they are resolved by name, except for modules that calls and imports
 * name.
 */
import { boundOrTakenOver } from "./file-names.ts";
import { byName } from "./defaults.ts";
import { USED, USING } from "../../call-facts/import-marks.ts";
import { takenOver } from "../expressions/taken-over.ts";
import { closeness, filesNamed, nameOf } from "./paths.ts";
import { qualifiedName } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import type { ResolutionRules } from "../resolution.ts";
import type { FileId } from "../project.ts";
import { NOTHING, type ScopeRef, type Values, scopeKey, union } from "../values.ts";

/**
 * Modules are definitions and may be nested. Functions of one name are distinguished by their number of
 * parameters.
 */
export const elixir: ResolutionRules = {
  ...byName,
  hasOverloads: true,
  hasClauses: true,
  isDynamicallyTyped: true,
  resolveModule: (resolution, _from, module) =>
    module.startsWith(USED)
      ? usingMacros(resolution, module.slice(USED.length))
      : definedModules(resolution, module),
  exported(resolution, module, name) {
    if (name === "*") return [module];
    return module.kind === "function"
      ? resolution.once(["used", scopeKey(module), name], () => givenTo(resolution, module, name))
      : resolution.membersNamed([module], name);
  },
  unbound(resolution, _place, name) {
    if (/^\p{Lu}/u.test(name)) return definedModules(resolution, name);
    return KERNEL.has(name) ? [resolution.values.external(`Kernel.${name}`)] : NOTHING;
  },
};

/** The `__using__` macros of a module, which run in modules that `use` it. */
function usingMacros(resolution: Resolution, module: string): Values {
  return definedModules(resolution, module).flatMap((value): Values => {
    if (value.kind !== "namespace" && value.kind !== "class") return [value];
    const index = resolution.index(value.file);
    return (index?.scopes.childrenOf(value.scope) ?? [])
      .filter((at) => index?.flow.scopes[at]?.name === USING)
      .map((scope) => resolution.values.function({ file: value.file, scope }));
  });
}

/**
 * Values that a macro defines or imports under a name in modules that use it. A name may be both, a macro in
 * the body of a module (`match "/users" do`) and a function in its functions.
 */
function givenTo(resolution: Resolution, macro: ScopeRef, name: string): Values {
  const bound = resolution.index(macro.file)?.bindings(macro.scope, name) ?? [];
  return union(
    resolution.evaluateAll(
      macro,
      bound.map(({ value }) => value),
    ),
    takenOver(resolution, macro, name) ?? NOTHING,
  );
}

/**
 * Functions of `Kernel`, which every module imports, without its keywords for definitions, imports and
 * control flow.
 */
const KERNEL: ReadonlySet<string> = new Set(
  (
    "abs apply binary_part bit_size byte_size ceil div elem exit floor function_exported? " +
    "get_and_update_in get_in hd inspect is_atom is_binary is_bitstring is_boolean is_exception " +
    "is_float is_function " +
    "is_integer is_list is_map is_map_key is_nil is_number is_pid is_port is_reference is_struct " +
    "is_tuple length macro_exported? make_ref map_size max min node not pop_in put_elem put_in raise " +
    "rem reraise " +
    "round self send spawn spawn_link spawn_monitor struct struct! tap then throw tl to_charlist " +
    "to_string trunc tuple_size update_in var! alias! binding dbg destructure match? sigil_r sigil_s " +
    "sigil_w"
  ).split(" "),
);

/** Modules are files, named by their path. */
export const haskell: ResolutionRules = {
  ...byName,
  resolveModule(resolution, from, module) {
    return (
      fileOfPath(resolution, from, module.replaceAll(".", "/"), [".hs", ".hsc", ".lhs"]) ?? [
        resolution.values.external(module),
      ]
    );
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    return module.kind === "module" ? (boundOrTakenOver(resolution, module.file, name) ?? NOTHING) : NOTHING;
  },
  // Operators are hardly ever defined inside functions: one that no file defines belongs to a library.
  unbound: (resolution, _place, name) =>
    !/[\p{L}_]/u.test(name) && resolution.project.filesDefining(name).length === 0
      ? [resolution.values.external(name)]
      : NOTHING,
};

/** Modules are files, named by their path. A module's value is the table that its file returns. */
export const lua: ResolutionRules = {
  ...byName,
  placesMethods: true,
  isDynamicallyTyped: true,
  resolveModule: (resolution, from, module) =>
    fileOfPath(resolution, from, module.replaceAll(".", "/"), [".lua", "/init.lua"]) ?? [
      resolution.values.external(module),
    ],
  exported(resolution, module, name) {
    const flow = module.kind === "module" ? resolution.index(module.file)?.flow : undefined;
    const table =
      module.kind === "module"
        ? resolution.evaluateAll(
            { file: module.file, scope: 0 },
            (flow?.exports ?? []).map(({ value }) => value),
          )
        : NOTHING;
    return name === "*" ? (table.length > 0 ? table : [module]) : resolution.membersNamed(table, name);
  },
};

/** The nearest file whose path ends in `path` and one of the endings; null if there is none. */
function fileOfPath(
  resolution: Resolution,
  from: FileId,
  path: string,
  endings: readonly string[],
): Values | null {
  const { paths } = resolution.project;
  const found = endings.flatMap((ending) =>
    filesNamed(resolution, nameOf(path + ending)).filter((file) =>
      `/${paths[file]}`.endsWith(`/${path}${ending}`),
    ),
  );
  const [nearest] = [...found].sort(
    (left, right) =>
      closeness(paths[right] as string, paths[from] as string) -
        closeness(paths[left] as string, paths[from] as string) || left - right,
  );
  return nearest === undefined ? null : [resolution.values.module(nearest)];
}

/** Modules and protocols of a qualified name; an external value if the codebase defines none. */
function definedModules(resolution: Resolution, module: string): Values {
  return resolution.once(["elixir module", module], () => {
    const parts = module.split(".");
    const found = parts.flatMap((_, at) => scopesCalled(resolution, parts.slice(at).join("."), module));
    return found.length > 0 ? union(...found) : [resolution.values.external(module)];
  });
}

function scopesCalled(resolution: Resolution, name: string, module: string): Values[] {
  return resolution.project
    .filesDefining(name)
    .filter((file) => resolution.rules(file) === elixir)
    .flatMap((file) =>
      (resolution.index(file)?.flow.scopes ?? []).flatMap((own, scope): Values[] =>
        own.name === name && own.kind !== "function" && qualifiedName(resolution, { file, scope }) === module
          ? [[resolution.scopeValue({ file, scope })]]
          : [],
      ),
    );
}
