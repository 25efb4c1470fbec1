/**
 * Resolution rules of Lua: modules are files, named by their path, and stand for the table that the file
 * returns.
 */
import type { ResolutionRules } from "../../call-graph/resolution.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import { fileOfPath } from "../../call-graph/rules/file-names.ts";
import { NOTHING } from "../../call-graph/values.ts";

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
