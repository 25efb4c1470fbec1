/**
 * What an empty answer says about files whose text is not in the index: they may contain what was searched.
 */
import type { SkipCause, WarningCode } from "@satori/contracts";
import { detectLanguage, resolvesCalls } from "@satori/sidecar";
import { isWithin } from "../model/paths.ts";
import type { SkippedFile, Snapshot } from "../store/store.ts";
import { linkTarget } from "./links.ts";
import { isNamedAsText, unsearchedNote } from "./unsearched.ts";

export interface Unindexed {
  readonly warnings: readonly WarningCode[];
  /** A sentence for the message; null if there are no such files. */
  readonly note: string | null;
}

export const ALL_INDEXED: Unindexed = { warnings: [], note: null };

/**
 * Skip causes of files that may be text. Special files contain nothing to search for, and binary files only
 * if their names mark them as text.
 */
const OF_TEXTS: ReadonlySet<SkipCause> = new Set<SkipCause>([
  "too_large",
  "encoding",
  "unparsable",
  "unreadable",
]);

/** Where to look for unindexed files. */
export interface UnindexedRequest {
  readonly snapshot: Snapshot;
  /** The codebase's root; real. Null for a commit, whose links lead to nothing on disk. */
  readonly root: string | null;
  /** Folder or file, relative to the root; empty for all files. */
  readonly place: string;
  /** Called for each file; may throw. */
  readonly check?: () => void;
}

/** Reports unindexed text files. */
export async function unindexedText(request: UnindexedRequest): Promise<Unindexed> {
  const { check } = request;
  return reported(request, () => (check?.(), true));
}

/** Like `unindexedText`, for files that may define a symbol: those whose names mark them as code. */
export async function unindexedCode(request: UnindexedRequest): Promise<Unindexed> {
  const { check } = request;
  return reported(request, (file) => (check?.(), mayBeCode(file)));
}

/** Links to code outside the codebase: no file inside has its definitions and calls. */
export async function unfollowedLinks({ snapshot, root, check }: UnindexedRequest): Promise<number> {
  if (snapshot.skippedFiles === 0) return 0;
  const links = (await snapshot.skipped()).filter((file) => file.cause === "link" && mayBeCode(file));
  return links.filter(({ path }) => (check?.(), leadsOutside(root, path))).length;
}

async function reported(
  { snapshot, root, place }: UnindexedRequest,
  isMeant: (file: SkippedFile) => boolean,
): Promise<Unindexed> {
  if (snapshot.skippedFiles === 0) return ALL_INDEXED;
  const files = (await snapshot.skipped()).filter(
    (file) =>
      isWithin(file.path, place) &&
      isMeant(file) &&
      (file.cause === "link" ? leadsOutside(root, file.path) : isOfText(file)),
  );
  return files.length === 0 ? ALL_INDEXED : { warnings: ["FILES_SKIPPED"], note: unsearchedNote(files) };
}

/** What a link leads to inside the codebase is indexed under its own path. */
function leadsOutside(root: string | null, path: string): boolean {
  return root !== null && linkTarget(root, path).kind === "outside";
}

/** A link without an extension may lead to a folder. */
function mayBeCode({ path, cause }: SkippedFile): boolean {
  const language = detectLanguage(path, "");
  if (language === null && cause === "link") return true;
  return resolvesCalls(language?.id ?? "text");
}

function isOfText({ path, cause }: SkippedFile): boolean {
  return OF_TEXTS.has(cause) || (cause === "binary" && isNamedAsText(path));
}
