/** Top-level names of files, for languages in which these are what a file exports. */
import { valuesOfBindings } from "../types/declared.ts";
import type { FileId } from "../project.ts";
import { closeness, filesNamed, nameOf } from "./paths.ts";
import type { Resolution } from "../resolution.ts";
import { takenOver } from "../expressions/taken-over.ts";
import { NOTHING, type Values, union } from "../values.ts";

/** Values that a file binds to a name at its top level; null if it does not bind the name. */
export function boundInFile(resolution: Resolution, file: FileId, name: string): Values | null {
  const index = resolution.index(file);
  const bindings = index?.bindings(0, name) ?? [];
  return bindings.length === 0 ? null : valuesOfBindings(resolution, { file, scope: 0 }, bindings);
}

/** The same, including names from modules that the file imports as a whole. */
export function boundOrTakenOver(resolution: Resolution, file: FileId, name: string): Values | null {
  return boundInFile(resolution, file, name) ?? takenOver(resolution, { file, scope: 0 }, name);
}

/**
 * Values that files bind to a name at their top level, for files that define a symbol of the name and pass a
 * test.
 */
export function boundWhere(resolution: Resolution, name: string, passes: (file: FileId) => boolean): Values {
  return union(
    ...resolution.project
      .filesDefining(name)
      .filter(passes)
      .map((file) => boundInFile(resolution, file, name) ?? NOTHING),
  );
}

/** The file nearest to `from` whose path ends with `path` and one of the endings; null if there is none. */
export function fileOfPath(
  resolution: Resolution,
  from: FileId,
  path: string,
  endings: readonly string[],
): Values | null {
  const { paths } = resolution.project;
  const found = endings.flatMap((ending) =>
    filesNamed(resolution, nameOf(path + ending)).filter((file) =>
      `/${paths[file]}`.endsWith(`/${path}${ending}`),
    ),
  );
  const [nearest] = [...found].sort(
    (left, right) =>
      closeness(paths[right] as string, paths[from] as string) -
        closeness(paths[left] as string, paths[from] as string) || left - right,
  );
  return nearest === undefined ? null : [resolution.values.module(nearest)];
}
