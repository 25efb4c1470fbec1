/**
 * Resolution rules of Python: packages and modules by location, names of modules, `__init__`, star imports.
 */
import { TASK_METHODS } from "./task-methods.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { NOTHING, type Value, type Values } from "../../call-graph/values.ts";
import { boundOrTakenOver } from "../../call-graph/rules/file-names.ts";
import { closeness, folderOf, foldersOf, foldersUp, joined, nameOf } from "../../call-graph/rules/paths.ts";

const LANGUAGE = "python";
const EMPTY_BASES: ReadonlySet<string> = new Set([
  "object",
  "type",
  "abc.ABC",
  "typing.Generic",
  "typing.Protocol",
  "typing_extensions.Generic",
  "typing_extensions.Protocol",
]);

export const python: ResolutionRules = {
  ...byName,
  classNames: "body",
  hasOwners: false,
  isUnboundExternal: true,
  callMethod: "__call__",
  runsFunction: (method) => TASK_METHODS.has(method),
  methodResolutionOrder: "merged",
  makesInSteps: true,
  overridesStatics: true,
  isDynamicallyTyped: true,
  emptyBases: EMPTY_BASES,
  followsModules: true,
  fitsByShape: "protocols",
  alternatives: "none",
  resolveModule(resolution, from, module) {
    const path = resolution.project.paths[from] as string;
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    if (dots > 0) {
      const base = joined(folderOf(path), "../".repeat(dots - 1));
      return base === null
        ? NOTHING
        : moduleAt(resolution, joined(base, module.slice(dots).replaceAll(".", "/")) ?? "");
    }
    const relative = module.replaceAll(".", "/");
    for (const root of rootsFor(resolution, path, relative.split("/", 1)[0] as string)) {
      const found = moduleAt(resolution, root === "" ? relative : `${root}/${relative}`);
      // A script's own folder comes first, but a module does not import itself; only a package can, to access
      // its modules.
      if (found.length > 0 && (isPackage(path) || !found.includes(resolution.values.module(from))))
        return found;
    }
    return [resolution.values.external(module)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    if (module.kind === "module") return boundOrSubmodule(resolution, module, name);
    return module.kind === "package" ? submodule(resolution, module, name) : NOTHING;
  },
  unbound: () => NOTHING,
};

/** A file of that name, a package, or a folder with modules. */
function moduleAt(resolution: Resolution, path: string): Values {
  const { project, values } = resolution;
  const inside = path === "" ? "" : `${path}/`;
  for (const candidate of [
    `${inside}__init__.py`,
    ...(path === "" ? [] : [`${path}.py`, `${path}.pyi`]),
    `${inside}__init__.pyi`,
  ]) {
    const file = project.fileAt(candidate);
    if (file !== undefined) return [values.module(file)];
  }
  return path !== "" && foldersOf(resolution).has(path) ? [values.package(LANGUAGE, path)] : NOTHING;
}

/**
 * A package's name for one of its modules (`from . import json`) resolves to itself, and so to the module.
 */
function boundOrSubmodule(
  resolution: Resolution,
  module: Value & { readonly kind: "module" },
  name: string,
): Values {
  const own = boundOrTakenOver(resolution, module.file, name);
  return own === null || own.length === 0 ? submodule(resolution, module, name) : own;
}

function submodule(
  resolution: Resolution,
  module: Value & { readonly kind: "module" | "package" },
  name: string,
): Values {
  if (module.kind === "package") return moduleAt(resolution, `${module.name}/${name}`);
  const path = resolution.project.paths[module.file] as string;
  if (!isPackage(path)) return NOTHING;
  const folder = folderOf(path);
  return moduleAt(resolution, folder === "" ? name : `${folder}/${name}`);
}

function isPackage(path: string): boolean {
  return /^__init__\.pyi?$/.test(nameOf(path));
}

/**
 * Folders that a module's path may be relative to, the most likely first: that of the importing package, of
 * the file itself, common ones, any other.
 */
function rootsFor(resolution: Resolution, path: string, first: string): Iterable<string> {
  const { project } = resolution;
  const isInPackage = (folder: string): boolean =>
    project.fileAt(folder === "" ? "__init__.py" : `${folder}/__init__.py`) !== undefined;
  const own = [...foldersUp(folderOf(path))].find((folder) => !isInPackage(folder)) ?? "";
  const others = [...(topLevel(resolution).get(first) ?? [])].sort(
    (left, right) => closeness(right, path) - closeness(left, path) || (left < right ? -1 : 1),
  );
  return new Set([own, folderOf(path), "", "src", ...others]);
}

/** Folders outside packages that contain a package or module with a name. */
function topLevel(resolution: Resolution): ReadonlyMap<string, ReadonlySet<string>> {
  return resolution.shared("python roots", () => {
    const roots = new Map<string, Set<string>>();
    const note = (name: string, root: string): void =>
      void (roots.get(name) ?? roots.set(name, new Set()).get(name))?.add(root);
    for (const path of resolution.project.paths) {
      if (!path.endsWith(".py")) continue;
      const folder = folderOf(path);
      let top = folder;
      while (
        top !== "" &&
        resolution.project.fileAt(`${folderOf(top) === "" ? "" : `${folderOf(top)}/`}__init__.py`) !==
          undefined
      )
        top = folderOf(top);
      if (resolution.project.fileAt(folder === "" ? "__init__.py" : `${folder}/__init__.py`) === undefined)
        note(nameOf(path).replace(/\.py$/, ""), folder);
      else note(nameOf(top), folderOf(top));
    }
    return roots;
  });
}
