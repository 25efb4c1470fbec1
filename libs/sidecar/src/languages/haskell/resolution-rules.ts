/** Resolution rules of Haskell: modules are files, named by their path. */
import type { ResolutionRules } from "../../call-graph/resolution.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import { boundOrTakenOver, fileOfPath } from "../../call-graph/rules/file-names.ts";
import { NOTHING } from "../../call-graph/values.ts";

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
  // An operator is hardly ever defined inside of a function: one that no file defines is a library's.
  unbound: (resolution, _place, name) =>
    !/[\p{L}_]/u.test(name) && resolution.project.filesDefining(name).length === 0
      ? [resolution.values.external(name)]
      : NOTHING,
};
