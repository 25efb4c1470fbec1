/** The text of a file, on disk or in a commit. */
import { shortCommit } from "@satori/contracts";
import type { Target } from "../codebase/home/registry.ts";
import { textOfFile } from "../contents/file-text.ts";
import { EngineError } from "../errors.ts";
import { listTree, prefixInRepository } from "../git/list-tree.ts";
import { readBlobs } from "../git/read-blobs.ts";
import { indexedPath } from "../model/paths.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { CallContext } from "../engine-context.ts";
import { type LoadedText, type Reading, type RequestedFile, load } from "./reading.ts";

/** Characters that have a composed and a decomposed form. */
const COMPOSABLE = /[^\0-\x7f]/;

/** Text of a file as the version that is read has it. Throws as `load` and `textInVersion` do. */
export async function loadText(
  reading: Pick<Reading, "context" | "target"> & { readonly call: Pick<CallContext, "signal"> },
  file: Pick<RequestedFile, "path" | "realPath">,
  roots: readonly string[],
): Promise<LoadedText> {
  const { target, call } = reading;
  return target.codebase.commit === null
    ? load(reading, file, roots)
    : textInVersion({ ...target, ...file }, call.signal);
}

/**
 * The text that git's objects have. Throws `PATH_NOT_FOUND` if the commit has no such file, and the errors of
 * reading a file.
 */
async function textInVersion(
  { codebase, realPath, path }: Target,
  signal?: AbortSignal,
): Promise<LoadedText> {
  const { root, commit } = codebase;
  const file = indexedPath(root, realPath);
  if (commit === null || file === null) throw new Error("Only files of a commit have a version");
  const prefix = await prefixInRepository(root, signal);
  const wanted = `${prefix}${file}`;
  let entries = await listTree(root, { commit, paths: [wanted] }, signal);
  // Paths of the index are composed, those of git as they were written.
  if (entries.length === 0 && COMPOSABLE.test(wanted))
    entries = (await listTree(root, { commit }, signal)).map((entry) => ({
      ...entry,
      shownPath: entry.shownPath.normalize("NFC"),
    }));
  const entry = entries.find(({ shownPath }) => shownPath === wanted);
  if (!entry)
    throw new EngineError(
      "PATH_NOT_FOUND",
      entries.some(({ shownPath }) => shownPath.startsWith(`${wanted}/`))
        ? `${path} is a folder in ${shortCommit(commit)}: pass one of its files`
        : `${path} does not exist in ${shortCommit(commit)}`,
      { details: { path } },
    );
  if (entry.kind !== "file")
    throw notText(path, `is a ${entry.kind === "link" ? "symbolic link" : "submodule"}`);
  for await (const blob of readBlobs(root, [entry.id], { maxBytes: ENGINE_LIMITS.readFileBytes, signal })) {
    if (blob.kind === "too_large")
      throw new EngineError("FILE_TOO_LARGE", `${path} has ${blob.sizeBytes} bytes`, { details: { path } });
    if (blob.kind === "lfs_pointer") throw notText(path, "is stored in Git LFS");
    if (blob.kind === "unreadable") break;
    const decoded = textOfFile(realPath, blob.bytes);
    if (decoded.kind === "text") return decoded;
    throw notText(path, decoded.kind === "binary" ? "is binary" : "is in an unknown encoding");
  }
  throw new EngineError("PATH_UNREADABLE", `The repository does not have the content of ${path}`, {
    details: { path },
  });
}

function notText(path: string, why: string): EngineError {
  return new EngineError("FILE_NOT_TEXT", `${path} ${why}`, { details: { path } });
}
