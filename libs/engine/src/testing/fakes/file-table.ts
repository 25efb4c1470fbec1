/** File tables and candidates for tests of ranking, without a store. */
import { callNameParts } from "../../lexical/path-tokens.ts";
import { classifyPath } from "../../lexical/path-class.ts";
import type { Candidates } from "../../search/retrieve/candidates.ts";
import { scoresOf } from "../../store/all-scores.ts";
import type { DenseScores, FileTable } from "../../store/store.ts";

export interface TableEntry {
  readonly path: string;
  /** Default: typescript. */
  readonly language?: string;
  /** Default: 10. */
  readonly lineCount?: number;
  /** Number of chunks. Default: 1. */
  readonly chunks?: number;
  readonly inDegree?: number;
  /** Default: false. */
  readonly isUnparsed?: boolean;
}

/** File table of an index with these files; a path alone stands for an entry with defaults. */
export function fileTable(entries: readonly (string | TableEntry)[]): FileTable {
  const files = entries.map((entry): TableEntry => (typeof entry === "string" ? { path: entry } : entry));
  const firstRows = new Uint32Array(files.length + 1);
  for (const [at, { chunks = 1 }] of files.entries()) firstRows[at + 1] = (firstRows[at] as number) + chunks;
  return {
    count: files.length,
    paths: files.map(({ path }) => path),
    languages: files.map(({ language = "typescript" }) => language),
    lineCounts: Uint32Array.from(files, ({ lineCount = 10 }) => lineCount),
    pathClasses: Uint32Array.from(files, ({ path }) => classifyPath(path)),
    withSyntaxErrors: new Uint8Array(files.length),
    unparsed: Uint8Array.from(files, ({ isUnparsed = false }) => Number(isUnparsed)),
    nameParts: files.map(({ path }) => callNameParts(path).join(" ")),
    inDegrees: Uint32Array.from(files, ({ inDegree = 0 }) => inDegree),
    indexedAtMs: new Float64Array(files.length),
    firstRows,
  };
}

/** Dense scores from columns of cosines, without filters. */
export function denseOf(
  files: FileTable,
  columns: Pick<DenseScores, "files" | "paths" | "chunks">,
): DenseScores {
  return scoresOf(columns, files, { candidates: [], closest: 40, allowed: null });
}

/** Candidates with only the given signals; all files are candidates. */
export function evidenceOf(files: FileTable, found: Partial<Candidates> = {}): Candidates {
  return {
    files,
    candidateFiles: [...files.paths.keys()],
    hits: new Map(),
    dense: null,
    exact: new Map(),
    definitions: new Map(),
    isDefinedOutsideFilters: false,
    named: new Set(),
    mentioned: new Map(),
    unresolvedPath: null,
    history: new Map(),
    frequencies: new Map(),
    candidateLimit: 300,
    exactFiles: new Set(),
    arms: { lexicalChunks: 0, dense: 0, defining: 0, named: 0, mentioned: 0, history: 0 },
    ...found,
  };
}
