/** Writes the changes of a plan: all of them, or none. */
import { existsSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FileChange } from "./plan.ts";
import { deleteConfiguration, replaceConfiguration, restoreConfiguration } from "./write-file.ts";

/** A file that was written, with its backup; null if there is none. */
export interface AppliedChange {
  readonly file: string;
  readonly backup: string | null;
}

/**
 * Writes, creates and deletes files, each atomically. If one fails, those before it get their earlier content
 * again. Folders that deleting leaves empty are removed, up to the root of their scope. Throws
 * `CLIENT_CONFIG_INVALID`.
 *
 * @param root the user's home folder or the project, which stays
 */
export function applyPlan(
  changes: readonly FileChange<string>[],
  root: string,
  nowMs: number,
): readonly AppliedChange[] {
  const applied: (AppliedChange & { readonly change: FileChange<string> })[] = [];
  try {
    for (const change of changes.filter(({ action }) => action !== "unchanged")) {
      const { file, after } = change;
      const backup = write(change, nowMs);
      applied.push({ file, backup, change });
      if (after === null) removeEmptyFolders(dirname(file), root);
    }
  } catch (error) {
    for (const { change, backup } of applied.reverse()) undo(change, backup, root);
    throw error;
  }
  return applied.map(({ file, backup }) => ({ file, backup }));
}

/** Returns the path of the backup; null if there is none. */
function write({ file, after, needsBackup, restoredFrom }: FileChange<string>, nowMs: number): string | null {
  const backupMs = needsBackup ? nowMs : null;
  if (after === null) return deleteConfiguration(file, backupMs);
  if (restoredFrom === null) return replaceConfiguration(file, after, backupMs);
  restoreConfiguration(file, { file: restoredFrom, text: after });
  return null;
}

function undo(
  { file, before, after, restoredFrom }: FileChange<string>,
  backup: string | null,
  root: string,
): void {
  if (before === null) {
    deleteConfiguration(file, null);
    removeEmptyFolders(dirname(file), root);
  } else replaceConfiguration(file, before, null);
  if (restoredFrom !== null && after !== null) writeFileSync(restoredFrom, after);
  if (backup !== null) rmSync(backup, { force: true });
}

/** Removes a folder and its parents as long as they are empty and below the root. */
function removeEmptyFolders(folder: string, root: string): void {
  for (let path = folder; path !== root && path !== dirname(path) && existsSync(path); path = dirname(path))
    try {
      rmdirSync(path);
    } catch {
      return;
    }
}
