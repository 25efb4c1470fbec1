/** Resolution rules of Solidity: modules are files, which re-export what they import as a whole. */
import { boundOrTakenOver } from "../../call-graph/rules/file-names.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import type { FileId } from "../../call-graph/project.ts";
import { closeness, filesNamed, folderOf, joined, nameOf } from "../../call-graph/rules/paths.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { NOTHING } from "../../call-graph/values.ts";

export const solidity: ResolutionRules = {
  ...byName,
  followsModules: true,
  isUnboundExternal: true,
  hasOverloads: true,
  methodResolutionOrder: "merged",
  attaches: true,
  resolveModule(resolution, from, module) {
    const file = fileOf(resolution, from, module);
    return [file === undefined ? resolution.values.external(module) : resolution.values.module(file)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    return module.kind === "module" ? (boundOrTakenOver(resolution, module.file, name) ?? NOTHING) : NOTHING;
  },
};

/**
 * The file of an import. A path without a leading dot is relative to the root, or its first folders are
 * remapped by build settings: then it is the file with most of its last folders, the nearest if there are
 * several.
 */
function fileOf(resolution: Resolution, from: FileId, module: string): FileId | undefined {
  const { paths } = resolution.project;
  const path = paths[from] as string;
  if (module.startsWith(".")) {
    const found = joined(folderOf(path), module);
    return found === null ? undefined : resolution.project.fileAt(found);
  }
  const folders = module.split("/");
  const shared = (file: FileId): number => {
    const other = (paths[file] as string).split("/");
    let count = 0;
    while (count < folders.length && folders.at(-1 - count) === other.at(-1 - count)) count++;
    return count;
  };
  // A file name alone is not enough, nor are much fewer folders than follow the remapped ones.
  const isEnough = (file: FileId): boolean => shared(file) >= Math.max(2, folders.length - 2);
  const [best] = filesNamed(resolution, nameOf(module))
    .filter(isEnough)
    .sort(
      (left, right) =>
        shared(right) - shared(left) ||
        closeness(paths[right] as string, path) - closeness(paths[left] as string, path) ||
        left - right,
    );
  return best;
}
