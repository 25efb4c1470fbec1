/** Resolution rules of Swift: files of a module see each other's names, and those of imported modules. */
import { boundInFile } from "../../call-graph/rules/file-names.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import type { FileId } from "../../call-graph/project.ts";
import { SWIFT_METHODS } from "../../call-graph/members/library-methods.ts";
import { isExtension } from "../../call-graph/types/parts.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { NOTHING, type Values, union } from "../../call-graph/values.ts";

export const swift: ResolutionRules = {
  ...byName,
  hasOverloads: true,
  labelsArguments: true,
  followsModules: true,
  baseRelation: "inherits",
  isUnboundExternal: true,
  separatesMethods: true,
  extendsLibrary: true,
  matchesAdded: true,
  declaresOnce: true,
  library: SWIFT_METHODS,
  unbound(resolution, { file }, name) {
    const { paths } = resolution.project;
    // A macro is called with a leading `#`, which its name in the outline lacks.
    const files = resolution.project
      .filesDefining(name.replace(/^#/, ""))
      .filter((other) => other !== file && resolution.rules(other) === swift);
    const imported = new Set(resolution.index(file)?.flow.scopes[0]?.wildcards);
    const own = moduleOf(paths[file] as string);
    const sees = [
      (module: string): boolean => module === own,
      (module: string): boolean => imported.has(module),
      (): boolean => true,
    ];
    // In a project without the folder layout of packages, modules cannot be distinguished.
    return (
      sees
        .map((isSeen) =>
          declaredIn(
            resolution,
            files.filter((other) => isSeen(moduleOf(paths[other] as string))),
            name,
          ),
        )
        .find((found) => found.length > 0) ?? NOTHING
    );
  },
};

/** The folder of a target, by the layout of packages; empty if there is none. */
function moduleOf(path: string): string {
  return /(?:^|\/)(?:Sources|Tests|Plugins)\/([^/]+)\//.exec(path)?.[1] ?? "";
}

/** A type from its declaration; from an extension if it has no declaration here. */
function declaredIn(resolution: Resolution, files: readonly FileId[], name: string): Values {
  const found = union(...files.map((file) => boundInFile(resolution, file, name) ?? NOTHING));
  const declared = found.filter((value) => value.kind !== "class" || !isExtension(resolution, value));
  return declared.length > 0 ? declared : found.slice(0, 1);
}
