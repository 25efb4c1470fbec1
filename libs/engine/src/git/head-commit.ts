/**
 * Which commit is checked out, read from git's files: every sync needs it, and starting git takes ten times
 * as long.
 */
import { join } from "node:path";
import { findRepository, readGitFile } from "../ignore/git/locations.ts";
import { type GitLimits, runGit } from "./run-git.ts";

const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/**
 * Id of the commit. Empty outside repositories and before the first commit; null if git would be needed and
 * fails. Never throws.
 */
export async function headCommit(folder: string, limits: GitLimits): Promise<string | null> {
  const { gitDir, commonDir } = findRepository(folder);
  if (gitDir === null || commonDir === null) return "";
  const written = headInFiles(gitDir, commonDir);
  if (written !== null) return written;
  // References may be stored in other ways (`reftable`), or point to each other.
  return runGit(folder, ["rev-parse", "--verify", "--quiet", "HEAD"], limits).then(objectId, unlessNone);
}

/** Git reports a missing commit by exit code 1. */
function unlessNone(error: { readonly code?: unknown }): "" | null {
  return error.code === 1 ? "" : null;
}

/**
 * The commit that git's own files name; null if they do not tell.
 *
 * @param gitDir folder with `HEAD`
 * @param commonDir folder with the references
 */
export function headInFiles(gitDir: string, commonDir: string): string | null {
  const head = (readGitFile(join(gitDir, "HEAD")) ?? "").trim();
  if (OBJECT_ID.test(head)) return head;
  const reference = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (reference === undefined) return null;
  return (
    objectId(readGitFile(join(commonDir, reference)) ?? "") ??
    packed(reference, readGitFile(join(commonDir, "packed-refs")) ?? "")
  );
}

/** Lines of the form `<object> <reference>`. */
function packed(reference: string, references: string): string | null {
  const line = references.split("\n").find((candidate) => candidate.endsWith(` ${reference}`));
  return objectId(line?.split(" ")[0] ?? "");
}

function objectId(text: string): string | null {
  const id = text.trim();
  return OBJECT_ID.test(id) ? id : null;
}
