/** Prepares all changes of one setup before the first is written, and shows them. */
import { readConfiguration } from "./write-file.ts";

/** An edit of one file. */
export interface FileEdit<Part extends string> {
  readonly part: Part;
  readonly file: string;
  /** The new text; null for no file. Throws `CLIENT_CONFIG_INVALID`. */
  readonly edit: (text: string | null) => string | null;
  /** Whether the edit of this text loses nothing that setup could not write again: it needs no backup. */
  readonly isRepeatable?: (text: string) => boolean;
  /** The backup whose text the new text is; it becomes the file again. */
  readonly restoredFrom?: string | null;
}

/** What happens to a file. */
export interface FileChange<Part extends string> {
  readonly file: string;
  /** The parts in it, in the order of the edits. */
  readonly parts: readonly Part[];
  readonly action: "create" | "update" | "delete" | "unchanged";
  /** Null if there is no file. */
  readonly before: string | null;
  /** Null if there will be no file. */
  readonly after: string | null;
  readonly needsBackup: boolean;
  /** The backup that becomes the file again; null if there is none. */
  readonly restoredFrom: string | null;
}

/**
 * Applies edits to the texts of their files, several of one file in turn. Reads, but writes nothing. Returns
 * files in the order of their first edit. Throws `CLIENT_CONFIG_INVALID` if any of them is impossible.
 */
export function planOf<Part extends string>(edits: readonly FileEdit<Part>[]): FileChange<Part>[] {
  const files = [...new Set(edits.map(({ file }) => file))];
  return files.map((file) => {
    const own = edits.filter((edit) => edit.file === file);
    const before = readConfiguration(file);
    const after = own.reduce<string | null>((text, { edit }) => edit(text), before);
    return {
      file,
      parts: own.map(({ part }) => part),
      action: actionOf(before, after),
      before,
      after,
      restoredFrom: own.at(-1)?.restoredFrom ?? null,
      needsBackup: before !== null && !own.every(({ isRepeatable }) => isRepeatable?.(before) === true),
    };
  });
}

function actionOf(before: string | null, after: string | null): FileChange<never>["action"] {
  if (before === after) return "unchanged";
  if (before === null) return "create";
  return after === null ? "delete" : "update";
}
