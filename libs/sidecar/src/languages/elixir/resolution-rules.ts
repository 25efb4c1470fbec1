/** Resolution rules of Elixir: modules are definitions, and `use` runs macros. */
import { USED, USING } from "../../call-facts/import-marks.ts";
import { takenOver } from "../../call-graph/expressions/taken-over.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import { qualifiedName } from "../../call-graph/types/parts.ts";
import { NOTHING, type ScopeRef, type Values, scopeKey, union } from "../../call-graph/values.ts";

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

/** Modules and protocols of a qualified name; one that is defined nowhere is not of the codebase. */
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
