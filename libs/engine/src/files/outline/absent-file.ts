/** Answers of `file_outline` for a path that is no indexed file: skipped, a link, a folder, or missing. */
import { unresolvedIn } from "../../codebase/home/registry.ts";
import { linkNote, linkOnPath } from "../../contents/links.ts";
import { CAUSE_WORDS } from "../../contents/unsearched.ts";
import { isWithin } from "../../model/paths.ts";
import type { FileTable, Snapshot } from "../../store/store.ts";
import { nearFiles } from "../symbol-lookup/near-files.ts";
import { type OutlineFinding, readCall, shownCall } from "./finding.ts";

/** Files that an answer lists of a folder. */
const MAX_INSIDE = 12;

/** The answer for a file that was skipped while indexing; null if the index does not list it as skipped. */
export async function skippedFile(
  root: string,
  file: string,
  snapshot: Snapshot,
): Promise<OutlineFinding | null> {
  const skipped = (await snapshot.skipped()).find(({ path }) => path === file);
  if (!skipped) return null;
  const isText = skipped.cause === "too_large";
  return {
    status: "not_found",
    message:
      `${file} is not in the index: it is ` +
      `${CAUSE_WORDS[skipped.cause]}.${isText ? " Use read_file to see its lines." : ""}`,
    hints: isText ? readCall(root, file) : {},
  };
}

/** The answer for a path that is a symbolic link or behind one; null for any other path. */
export function linkedFile(root: string, file: string, snapshot: Snapshot): OutlineFinding | null {
  const linked = linkOnPath(root, file);
  if (linked === null) return null;
  const { target } = linked;
  const at = target.kind === "inside" ? snapshot.fileAt(target.path) : -1;
  return {
    status: "not_found",
    message: `Not in the index: ${linkNote(linked)}`,
    hints: at === -1 ? {} : shownCall(root, snapshot.files, at),
  };
}

interface MissingFile {
  readonly root: string;
  readonly file: string;
  readonly files: FileTable | null;
  /** The requested folder, relative to the root. */
  readonly folder: string;
  readonly check: () => void;
}

/** The answer for a folder, with its first files, or for an unknown path, with similar ones. */
export function missingFile({ root, file, files, folder, check }: MissingFile): OutlineFinding {
  const { paths = [] } = files ?? {};
  const inside = paths.filter((path) => (check(), path !== file && isWithin(path, file)));
  if (inside.length > 0)
    return {
      status: "not_found",
      message:
        `${file === "" ? "The root" : file} is a folder; pass one of its files: ` +
        `${someOf(inside, file === "" ? 0 : file.length + 1, check)}.`,
    };
  const near = nearFiles(paths, file, folder, check);
  const [only] = near;
  const close = near.length === 0 ? "" : ` Similar: ${near.join(", ")}.`;
  return {
    status: "not_found",
    message:
      `${file} is not in the index: it does not exist, is ignored, or was ` +
      `skipped${unresolvedIn(file)}.${close}`,
    hints:
      only !== undefined && files !== null && near.length === 1
        ? shownCall(root, files, paths.indexOf(only))
        : {},
  };
}

/**
 * Lists the first paths of a folder: files directly in it, then those in its subfolders, since these are
 * many.
 *
 * @param from length of the folder's prefix, which is cut off each path
 */
function someOf(paths: readonly string[], from: number, check: () => void): string {
  const [direct, deeper]: [string[], string[]] = [[], []];
  for (const path of paths) {
    check();
    const into = path.includes("/", from) ? deeper : direct;
    if (into.length < MAX_INSIDE) into.push(path.slice(from));
  }
  const named = [...direct, ...deeper].slice(0, MAX_INSIDE);
  const more = paths.length - named.length;
  return `${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}
