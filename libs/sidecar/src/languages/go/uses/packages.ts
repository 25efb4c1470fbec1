/**
 * Resolves names of packages in Go: a package is a folder, and a build may choose between several files that
 * declare the same name.
 */
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { folderOf } from "../../../call-graph/rules/paths.ts";
import type { PackageUse } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";

/** Resolves a name in a file's own package. Null if the package has no such name. */
export function resolveInOwnPackage(
  resolution: Resolution,
  file: FileId,
  thing: UseTarget,
): PackageUse | null {
  const { paths } = resolution.project;
  const sees = isTest(paths[file]) ? () => true : (path: string): boolean => !isTest(path);
  const own = packageOf(resolution, file);
  return meantAmong(
    declaring(resolution, thing.name, folderOf(paths[file] ?? "")).filter(
      (other) => sees(paths[other] ?? "") && packageOf(resolution, other) === own,
    ),
    thing,
  );
}

/**
 * Resolves a name in an imported package. Uses declarations of its own tests, which external tests see, only
 * if no other file declares the name.
 */
export function resolveInPackage(
  resolution: Resolution,
  folder: string,
  thing: UseTarget,
): PackageUse | null {
  const files = declaring(resolution, thing.name, folder).filter(
    (file) => !packageOf(resolution, file).endsWith("_test"),
  );
  const ofProgram = files.filter((file) => !isTest(resolution.project.paths[file]));
  return meantAmong(ofProgram.length > 0 ? ofProgram : files, thing);
}

/** Resolves a name through dot imports (`import . "x/a"`). */
export function resolveInDotImports(
  resolution: Resolution,
  file: FileId,
  thing: UseTarget,
): PackageUse | null {
  for (const module of resolution.index(file)?.flow.scopes[0]?.wildcards ?? []) {
    const said = resolution
      .imported(file, module, "*")
      .map((value) => (value.kind === "package" ? resolveInPackage(resolution, value.name, thing) : null))
      .find((meaning) => meaning !== null);
    if (said) return said;
  }
  return null;
}

function meantAmong(files: readonly FileId[], { file, scope }: UseTarget): PackageUse | null {
  if (files.length === 0) return null;
  if (scope !== 0 || !files.includes(file)) return "other";
  return files.length === 1 ? "it" : "possible";
}

function declaring(resolution: Resolution, name: string, folder: string): readonly FileId[] {
  const { project } = resolution;
  return resolution.once(["go names", folder, name], () =>
    project
      .filesDefining(name)
      .filter(
        (file) =>
          project.language(file) === "go" &&
          folderOf(project.paths[file] ?? "") === folder &&
          resolution.index(file)?.binds(0, name) === true,
      ),
  );
}

function packageOf(resolution: Resolution, file: FileId): string {
  return resolution.index(file)?.flow.package ?? "";
}

function isTest(path: string | undefined): boolean {
  return path?.endsWith("_test.go") === true;
}
