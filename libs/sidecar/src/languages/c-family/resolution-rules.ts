/** Resolution rules of C and C++, whose names come from the headers that a file includes. */
import { byName } from "../../call-graph/rules/defaults.ts";
import { foldersUp, folderOf, joined, filesNamed, nameOf, closeness } from "../../call-graph/rules/paths.ts";
import { CPP_METHODS } from "../../call-graph/members/library-methods.ts";
import { POINTER, SMART_POINTERS } from "./smart-pointers.ts";
import type { ResolutionRules } from "../../call-graph/resolution.ts";
import { NOTHING } from "../../call-graph/values.ts";
import { boundOrTakenOver } from "../../call-graph/rules/file-names.ts";

export const cFamily: ResolutionRules = {
  ...byName,
  callMethod: "operator()",
  hasOverloads: true,
  hasReceivers: true,
  followsModules: true,
  opensNamespaces: true,
  typesLiterals: true,
  indexMember: "operator[]",
  indexesPointers: true,
  alternatives: "exported",
  library: CPP_METHODS,
  resolveModule(resolution, from, module) {
    const { project, values } = resolution;
    const own = project.paths[from] as string;
    for (const folder of foldersUp(folderOf(own))) {
      for (const inside of ["", "include", "src"]) {
        const base = joined(folder, inside);
        const file = base === null ? undefined : project.fileAt(joined(base, module) ?? "");
        if (file !== undefined) return [values.module(file)];
      }
    }
    const suffix = `/${module.replace(/^(?:\.\.?\/)+/, "")}`;
    const found = filesNamed(resolution, nameOf(module)).filter((file) =>
      `/${project.paths[file] as string}`.endsWith(suffix),
    );
    const nearest = [...found].sort(
      (left, right) =>
        closeness(project.paths[right] as string, own) - closeness(project.paths[left] as string, own) ||
        left - right,
    )[0];
    return nearest === undefined ? [values.external(module)] : [values.module(nearest)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    return module.kind === "module" ? (boundOrTakenOver(resolution, module.file, name) ?? NOTHING) : NOTHING;
  },
  unbound(resolution, { file }, name) {
    // Names after `using namespace std`, or from a similar library.
    if (SMART_POINTERS.has(name) && resolution.project.language(file) === "cpp")
      return [resolution.values.external(`std.${name}`, { isType: true })];
    const isOfLanguage =
      name === "[]" || name === POINTER || (name === "std" && resolution.project.language(file) === "cpp");
    return isOfLanguage ? [resolution.values.external(name, { isType: name !== "std" })] : NOTHING;
  },
};
