/** Resolution rules of Go: packages are folders; `go.mod` has the module's path. */
import { NONE } from "../../call-facts/facts.ts";
import { byName } from "../../call-graph/rules/defaults.ts";
import type { FileId } from "../../call-graph/project.ts";
import type { Resolution, ResolutionRules } from "../../call-graph/resolution.ts";
import { type FunctionValue, type Generic, NOTHING, type Values, union } from "../../call-graph/values.ts";
import { classesOf } from "../../call-graph/expressions/this.ts";
import { lineageOf } from "../../call-graph/types/lineage.ts";
import { isSameType } from "../../call-graph/types/parts.ts";
import { boundWhere } from "../../call-graph/rules/file-names.ts";
import { closeness, filesNamed, folderOf, foldersOf } from "../../call-graph/rules/paths.ts";

const LANGUAGE = "go";

export const go: ResolutionRules = {
  ...byName,
  classNames: "nothing",
  isUnboundExternal: true,
  followsModules: true,
  fitsByShape: "interfaces",
  baseRelation: "embeds",
  alternatives: "none",
  genericAround: genericOfReceiver,
  resolveModule(resolution, from, module) {
    const path = resolution.project.paths[from] as string;
    const modules = [...goModules(resolution)].sort(
      (left, right) =>
        closeness(right.folder, path) - closeness(left.folder, path) || right.name.length - left.name.length,
    );
    for (const { name, folder } of modules) {
      if (module !== name && !module.startsWith(`${name}/`)) continue;
      const below = module.slice(name.length + 1);
      const at = folder === "" || below === "" ? `${folder}${below}` : `${folder}/${below}`;
      if (foldersOf(resolution).has(at)) return [resolution.values.package(LANGUAGE, at)];
    }
    return [resolution.values.external(module)];
  },
  exported(resolution, module, name) {
    if (name === "*") return [module];
    if (module.kind !== "package") return NOTHING;
    const found = namesOfPackage(resolution, module.name, name, (path) => !path.endsWith("_test.go"));
    // A package's external tests (`package x_test`) see what its own tests export.
    return found.length > 0
      ? found
      : namesOfPackage(
          resolution,
          module.name,
          name,
          (path, file) =>
            path.endsWith("_test.go") && !resolution.index(file)?.flow.package.endsWith("_test"),
        );
  },
  unbound(resolution, { file }, name) {
    const path = resolution.project.paths[file] as string;
    const own = resolution.index(file)?.flow.package;
    const isTest = path.endsWith("_test.go");
    const found = namesOfPackage(
      resolution,
      folderOf(path),
      name,
      (other, at) =>
        (isTest || !other.endsWith("_test.go")) && at !== file && resolution.index(at)?.flow.package === own,
    );
    return found.length > 0 ? found : importedAs(resolution, file, name);
  },
};

/**
 * Resolves an import by the name that the package declares, which may differ from the last part of its path
 * (`git` in `x/go-git/v6`).
 */
function importedAs(resolution: Resolution, file: FileId, name: string): Values {
  const index = resolution.index(file);
  const imports = (index?.flow.scopes[0]?.bindings ?? []).filter(
    ({ value }) => index?.op(value) === "import" && index.string(value, 1).includes(name),
  );
  return union(
    ...imports.map(({ value }) =>
      resolution
        .evaluate({ file, scope: 0, expr: value })
        .filter((found) => found.kind === "package" && nameOfPackage(resolution, found.name) === name),
    ),
  );
}

function nameOfPackage(resolution: Resolution, folder: string): string | undefined {
  const byFolder = resolution.shared("go files by folder", () => {
    const found = new Map<string, FileId>();
    for (const [file, path] of resolution.project.paths.entries())
      if (path.endsWith(".go") && !path.endsWith("_test.go") && !found.has(folderOf(path)))
        found.set(folderOf(path), file);
    return found;
  });
  const file = byFolder.get(folder);
  return file === undefined ? undefined : resolution.index(file)?.flow.package;
}

function namesOfPackage(
  resolution: Resolution,
  folder: string,
  name: string,
  counts: (path: string, file: FileId) => boolean,
): ReturnType<typeof boundWhere> {
  const { paths } = resolution.project;
  return boundWhere(
    resolution,
    name,
    (file) =>
      folderOf(paths[file] as string) === folder &&
      resolution.project.language(file) === LANGUAGE &&
      counts(paths[file] as string, file),
  );
}

/** Modules of the codebase, with their path and folder. */
function goModules(resolution: Resolution): readonly { readonly name: string; readonly folder: string }[] {
  return resolution.shared("go modules", () =>
    filesNamed(resolution, "go.mod").flatMap((file) => {
      const name = /^\s*module\s+"?([^\s"]+)/m.exec(resolution.project.text(file))?.[1];
      return name === undefined ? [] : [{ name, folder: folderOf(resolution.project.paths[file] as string) }];
    }),
  );
}

/**
 * Binds the type parameters of a method's receiver to the arguments of the object it is called on; null if
 * that has none.
 */
function genericOfReceiver(resolution: Resolution, method: FunctionValue): Generic | null {
  const { file, scope, self } = method;
  if (self?.kind !== "instance" || (resolution.index(file)?.flow.scopes[scope]?.owner ?? NONE) === NONE)
    return null;
  const [owner] = classesOf(resolution, { file, scope });
  const type =
    owner && lineageOf(resolution, self.type).types.find((above) => isSameType(resolution, above, owner));
  return type && type.args.length > 0 ? { file, scope, args: type.args } : null;
}
