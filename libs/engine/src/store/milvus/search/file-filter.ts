/**
 * Turns the allowed files into a short filter expression for Milvus, as narrow as possible. Whatever else it
 * lets through is removed afterwards. Pure.
 */
import { noiseCategory } from "../../../lexical/path-class.ts";
import type { FileTable } from "../../store.ts";
import { ROW_KINDS } from "../file-rows.ts";
import { oneOf, quoted } from "../connection/collection.ts";

/** Most versions that are listed one by one. */
const MAX_NAMED = 1_000;

export interface FilterInput {
  readonly codebase: string;
  readonly files: Pick<FileTable, "count" | "paths" | "languages" | "pathClasses">;
  /** Version of each file. */
  readonly versions: readonly string[];
  /** One entry per file, 0 excludes it; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Versions in Milvus that belong to no file. */
  readonly stale: readonly string[];
  /** Called for each file; may throw. */
  readonly check?: (() => void) | undefined;
}

export interface FilterExpression {
  readonly expression: string;
  /**
   * Share of the rows that the expression lets through and that are allowed, from 0 to 1, estimated from this
   * index.
   */
  readonly share: number;
}

/** Filter for chunks; null if no file is allowed. */
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

/** Restricts a column to the values of the taken files; null if that includes all files. */
function columnFilter(field: string, values: readonly string[], taken: readonly number[]): Narrowing | null {
  const wanted = new Set(taken.map((file) => values[file] as string));
  if (values.every((value) => wanted.has(value))) return null;
  return { expression: oneOf(field, [...wanted].sort()), lets: (file) => wanted.has(values[file] as string) };
}

function categoriesOf({ pathClasses }: FilterInput["files"]): readonly string[] {
  return Array.from(pathClasses, noiseCategory);
}

/**
 * Restricts paths to the common folder of the taken files; null if that is the root. `_` matches any
 * character, which only lets more through.
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
