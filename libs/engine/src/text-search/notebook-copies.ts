/** Copies the text of notebooks for ripgrep: in their JSON, each line of a cell is an escaped string. */
import type { Unsearched } from "../contents/unsearched.ts";
import { isPastDeadline } from "../deadline.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { fileJudge } from "./judge.ts";
import type { TreeSearchInput } from "./tree-search.ts";

export interface NotebookCopies {
  /** Paths of the notebooks that were copied, relative to the copies' folder; in the spelling of the disk. */
  readonly copied: readonly string[];
  readonly unsearched: readonly Unsearched[];
  /** Whether the deadline passed before all were copied. */
  readonly isLate: boolean;
}

/**
 * Copies those of the notebooks that the search covers. Throws `CANCELLED` and `TEMPORARY_FOLDER_UNUSABLE`.
 *
 * @param notebooks in the spelling of the disk
 */
export async function copyNotebooks(
  notebooks: readonly string[],
  { search, maxFileBytes, lists, deadline }: TreeSearchInput,
  policy: IgnorePolicy,
): Promise<NotebookCopies> {
  const judge = fileJudge(search, policy, maxFileBytes);
  const copied: string[] = [];
  const unsearched: Unsearched[] = [];
  try {
    for (const path of notebooks) {
      await deadline.pause();
      if (judge.pathOf(path) === null) continue;
      const text = judge.contentOf(path)?.text();
      if (text === undefined) {
        if (judge.seenIn(path) === "too_large") unsearched.push({ path, cause: "too_large" });
      } else if (Buffer.byteLength(text) > maxFileBytes) unsearched.push({ path, cause: "too_large" });
      else {
        lists.copy(path, text);
        copied.push(path);
      }
    }
    return { copied, unsearched, isLate: false };
  } catch (error) {
    if (!isPastDeadline(error)) throw error;
    return { copied, unsearched, isLate: true };
  }
}
