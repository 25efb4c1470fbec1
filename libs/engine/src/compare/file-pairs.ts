/** Which files of two versions have to be compared with each other. Pure. */
import type { UncomparedCause, UncomparedFile } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import { compareText, nameOf } from "../model/paths.ts";
import { hasDeclarations } from "../prepare/declare-file.ts";
import type { CommitFile, FilesOfCommit } from "../scan/files-of-commit.ts";

/** A file in both versions, or in one of them. */
export interface FilePair {
  readonly base: CommitFile | null;
  readonly head: CommitFile | null;
}

export interface PairedFiles {
  /** Files in languages that have declarations; ascending by the path in the head, else in the base. */
  readonly pairs: readonly FilePair[];
  /** Number of changed files in other languages. */
  readonly withoutSymbols: number;
  /** Changed files of which a version does not count; ascending. */
  readonly uncompared: readonly UncomparedFile[];
}

export interface Versions {
  readonly base: FilesOfCommit;
  readonly head: FilesOfCommit;
  /** Old path by new path. */
  readonly renames: ReadonlyMap<string, string>;
}

/** @param isWithin whether a path is in the folder that is compared */
export function pairFiles(
  { base, head, renames }: Versions,
  isWithin: (path: string) => boolean,
): PairedFiles {
  const old = new Map(base.files.map((file) => [file.path, file]));
  const present = new Map(head.files.map((file) => [file.path, file]));
  const uncompared = uncomparedFiles(base, head, isWithin);
  const skipped = new Set(uncompared.map(({ file }) => file));
  const renamedFrom = new Map(
    [...renames].filter(
      ([to, from]) => present.has(to) && !old.has(to) && old.has(from) && !present.has(from),
    ),
  );
  const gone = new Set(renamedFrom.values());
  const changed: FilePair[] = [];
  for (const file of head.files) {
    const before = old.get(renamedFrom.get(file.path) ?? file.path) ?? null;
    if (before?.id !== file.id || before.path !== file.path) changed.push({ base: before, head: file });
  }
  for (const file of base.files)
    if (!present.has(file.path) && !gone.has(file.path)) changed.push({ base: file, head: null });
  const counted = changed.filter(
    ({ base: before, head: after }) =>
      [before, after].some((file) => file !== null && isWithin(file.path)) &&
      !skipped.has(after?.path ?? before?.path ?? ""),
  );
  const pairs = counted.filter(({ base: before, head: after }) => mayDeclare((after ?? before)?.path ?? ""));
  return {
    pairs: pairs.sort((left, right) => compareText(pathOf(left), pathOf(right))),
    withoutSymbols: counted.length - pairs.length,
    uncompared,
  };
}

/** The path in the head, else in the base. */
export function pathOf({ base, head }: FilePair): string {
  return head?.path ?? base?.path ?? "";
}

/** Whether files like this may have declarations; one without an extension may name its language. */
export function mayDeclare(path: string): boolean {
  const language = detectLanguage(path, "");
  if (language === null) return !nameOf(path).includes(".");
  return hasDeclarations(language.id);
}

/**
 * Files that are left out in a version, and differ from the other version. Those that are ignored in both
 * belong to neither.
 */
function uncomparedFiles(
  base: FilesOfCommit,
  head: FilesOfCommit,
  isWithin: (path: string) => boolean,
): UncomparedFile[] {
  interface Side {
    readonly id: string;
    readonly cause: UncomparedCause | null;
  }
  const sidesOf = ({ files, leftOut }: FilesOfCommit): ReadonlyMap<string, Side> =>
    new Map<string, Side>([
      ...files.map(({ path, id }) => [path, { id, cause: null }] as const),
      ...leftOut.map(({ path, cause, id }) => [path, { id, cause }] as const),
    ]);
  const [old, present] = [sidesOf(base), sidesOf(head)];
  const left = new Set([...base.leftOut, ...head.leftOut].map(({ path }) => path));
  return [...left]
    .sort(compareText)
    .filter(isWithin)
    .flatMap((file) => {
      const [before, after] = [old.get(file), present.get(file)];
      const isOutside = (side: Side | undefined): boolean => side === undefined || side.cause === "ignored";
      if (isOutside(before) && isOutside(after)) return [];
      if (before?.id === after?.id && before?.cause === after?.cause) return [];
      const cause = after?.cause ?? before?.cause;
      return cause === undefined || cause === null ? [] : [{ file, cause }];
    });
}
