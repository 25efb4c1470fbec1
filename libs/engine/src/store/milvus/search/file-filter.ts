/**
 * Which files may answer → an expression for Milvus, as narrow as it can be in short; what it lets through
 * besides is left out afterwards. Pure.
 */
import { noiseCategory } from "../../../lexical/path-class.ts";
import type { FileTable } from "../../store.ts";
import { ROW_KINDS } from "../file-rows.ts";
import { oneOf, quoted } from "../connection/collection.ts";

/** Up to so many versions are named one by one. */
const MAX_NAMED = 1_000;

export interface FilterInput {
  readonly codebase: string;
  readonly files: Pick<FileTable, "count" | "paths" | "languages" | "pathClasses">;
  /** Version of each file. */
  readonly versions: readonly string[];
  /** One for each file, 0 leaves it out; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Versions that are there and belong to no file. */
  readonly stale: readonly string[];
  /** Called for each file; it may throw. */
  readonly check?: (() => void) | undefined;
}

export interface FilterExpression {
  readonly expression: string;
  /** Share of what the expression lets through that is allowed, from 0 to 1, as far as this index knows. */
  readonly share: number;
}

/** Of chunks; null where no file is allowed. */
export function chunkFilter(input: FilterInput): FilterExpression | null {
  const { files, versions, allowed, stale, check } = input;
  const base = `kind == ${ROW_KINDS.chunk} and codebase == ${quoted(input.codebase)}`;
  const fresh =
    stale.length === 0 || stale.length > MAX_NAMED ? base : `${base} and not (${oneOf("file", stale)})`;
  if (!allowed) return { expression: fresh, share: 1 };
  const taken = [...files.paths.keys()].filter((file) => (check?.(), allowed[file] === 1));
  if (taken.length === 0) return null;
  if (taken.length <= MAX_NAMED)
    return {
      expression: `${base} and ${oneOf(
        "file",
        taken.map((file) => versions[file] as string),
      )}`,
      share: 1,
    };
  const narrowed = [
    columnFilter("language", files.languages, taken),
    columnFilter("category", categoriesOf(files), taken),
    folderFilter(files.paths, taken, check),
  ].filter((part) => part !== null);
  const passing = [...files.paths.keys()].filter(
    (file) => (check?.(), narrowed.every(({ lets }) => lets(file))),
  ).length;
  return {
    expression: [fresh, ...narrowed.map(({ expression }) => expression)].join(" and "),
    share: taken.length / Math.max(1, passing),
  };
}

interface Narrowing {
  readonly expression: string;
  readonly lets: (file: number) => boolean;
}

/** That a column has one of the values which the taken files have; null where all files do. */
function columnFilter(field: string, values: readonly string[], taken: readonly number[]): Narrowing | null {
  const wanted = new Set(taken.map((file) => values[file] as string));
  if (values.every((value) => wanted.has(value))) return null;
  return { expression: oneOf(field, [...wanted].sort()), lets: (file) => wanted.has(values[file] as string) };
}

function categoriesOf({ pathClasses }: FilterInput["files"]): readonly string[] {
  return Array.from(pathClasses, noiseCategory);
}

/**
 * That paths begin with the folder which the taken files have in common; null where that is the root. `_`
 * stands for any letter, which lets through no less.
 */
function folderFilter(
  paths: readonly string[],
  taken: readonly number[],
  check?: () => void,
): Narrowing | null {
  let common = paths[taken[0] as number] as string;
  for (const file of taken) {
    check?.();
    while (!(paths[file] as string).startsWith(common)) common = common.slice(0, -1);
  }
  const folder = common.slice(0, common.lastIndexOf("/") + 1);
  if (folder === "" || /[%"\\]/.test(folder)) return null;
  return {
    expression: `path like ${quoted(`${folder}%`)}`,
    lets: (file) => (paths[file] as string).startsWith(folder),
  };
}
