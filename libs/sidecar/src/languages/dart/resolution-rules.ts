/**
 * Resolution rules of Dart: a library is a file, or a file and its parts; names of packages are in their
 * `pubspec.yaml`.
 */
import { addTo } from "../../group-by.ts";
import { boundInFile } from "../../call-graph/rules/file-names.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import { OR, PART } from "../../call-facts/import-marks.ts";
import type { FileId } from "../../call-graph/project.ts";
import { DART_METHODS } from "../../call-graph/members/library-methods.ts";
import { closeness, filesNamed, folderOf, joined } from "../../call-graph/rules/paths.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { takenOver } from "../../call-graph/expressions/taken-over.ts";
import { NOTHING, type Values, union } from "../../call-graph/values.ts";

export const dart: ResolutionRules = {
  ...byName,
  followsModules: true,
  isUnboundExternal: true,
  separatesMethods: true,
  hasReceivers: true,
  extendsLibrary: true,
  matchesAdded: true,
  namesConstructors: true,
  callMethod: "call",
  library: DART_METHODS,
  resolveModule(resolution, from, module) {
    const files = module.split(OR).flatMap((path) => fileOf(resolution, from, path) ?? []);
    return files.length > 0
      ? files.map((file) => resolution.values.module(file))
      : [resolution.values.external(module)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    return module.kind === "module" && !name.startsWith("_")
      ? (exportedName(resolution, module.file, name) ?? NOTHING)
      : NOTHING;
  },
  // All files of a library share its imports and the declarations of its parts.
  unbound(resolution, { file }, name) {
    const library = libraryOf(resolution, file);
    const parts = [library, ...partsOf(resolution, library)];
    if (parts.length === 1) return NOTHING;
    const own = union(...parts.map((part) => boundInFile(resolution, part, name) ?? NOTHING));
    return own.length > 0 ? own : (takenOver(resolution, { file: library, scope: 0 }, name) ?? NOTHING);
  },
};

/** What a library exports under a name, directly or by re-exporting; null if nothing. */
function exportedName(resolution: Resolution, file: FileId, name: string): Values | null {
  const flow = resolution.index(file)?.flow;
  if (!flow) return null;
  const shown = flow.exports.filter((exported) => exported.name === name).map(({ value }) => value);
  if (shown.length > 0) return resolution.evaluateAll({ file, scope: 0 }, shown);
  return (
    declaredIn(resolution, file, name) ??
    resolution.walked(`exports ${name}`, file, { met: null, tooFar: null, isPart: true }, () => {
      for (const module of flow.exportsAllOf) {
        const found = module
          .split(OR)
          .flatMap((path) => fileOf(resolution, file, path) ?? [])
          .map((other) => exportedName(resolution, other, name) ?? NOTHING);
        if (union(...found).length > 0) return union(...found);
      }
      return null;
    })
  );
}

/** What a file declares under a name. Excludes imports, which are also bound in the file's scope. */
function declaredIn(resolution: Resolution, file: FileId, name: string): Values | null {
  const index = resolution.index(file);
  const isDeclared = index?.bindings(0, name).some(({ value }) => index.op(value) !== "import") ?? false;
  return isDeclared ? boundInFile(resolution, file, name) : null;
}

function libraryOf(resolution: Resolution, file: FileId): FileId {
  const library = resolution.index(file)?.flow.package ?? "";
  return (library === "" ? undefined : fileOf(resolution, file, library)) ?? file;
}

function partsOf(resolution: Resolution, library: FileId): readonly FileId[] {
  const modules = resolution.index(library)?.flow.exportsAllOf ?? [];
  return modules
    .filter((module) => module.startsWith(PART))
    .flatMap((module) => fileOf(resolution, library, module) ?? []);
}

function fileOf(resolution: Resolution, from: FileId, module: string): FileId | undefined {
  const path = module.startsWith(PART) ? module.slice(PART.length) : module;
  const [, name = "", below = ""] = /^package:([^/]+)\/(.*)$/.exec(path) ?? [];
  if (name === "" && /^\w+:/.test(path)) return undefined;
  const folder =
    name === "" ? folderOf(resolution.project.paths[from] as string) : packageFolder(resolution, from, name);
  const found = folder === undefined ? null : joined(folder, name === "" ? path : `lib/${below}`);
  return found === null ? undefined : resolution.project.fileAt(found);
}

/** Folder of a package. Of several packages with one name, as in examples, the nearest. */
function packageFolder(resolution: Resolution, from: FileId, name: string): string | undefined {
  const { paths } = resolution.project;
  const files = packages(resolution).get(name) ?? [];
  const near = (file: FileId): number => closeness(paths[file] as string, paths[from] as string);
  const [nearest] = [...files].sort((left, right) => near(right) - near(left) || left - right);
  return nearest === undefined ? undefined : folderOf(paths[nearest] as string);
}

/** `pubspec.yaml` files by package name. */
function packages(resolution: Resolution): ReadonlyMap<string, readonly FileId[]> {
  return resolution.shared("dart packages", () => {
    const found = new Map<string, FileId[]>();
    for (const file of filesNamed(resolution, "pubspec.yaml")) {
      const name = /^name:\s*["']?([\w-]+)/m.exec(resolution.project.text(file))?.[1];
      if (name !== undefined) addTo(found, name, file);
    }
    return found;
  });
}
