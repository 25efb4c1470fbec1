/** Lists the files of a commit. */
import { isUtf8 } from "node:buffer";
import { EngineError } from "../errors.ts";
import { OBJECT_ID, queryObjects } from "./objects.ts";

/** What a tree says an entry is. Any other mode counts as `file`. */
export type TreeEntryKind = "file" | "link" | "submodule";

export interface TreeEntry {
  readonly kind: TreeEntryKind;
  /** Of a submodule, the commit that is checked out in it. */
  readonly id: string;
  /** Null for submodules, and for objects that the repository does not have. */
  readonly sizeBytes: number | null;
  /** From the top level of the repository, with `/`; null if it is not UTF-8. */
  readonly path: string | null;
  /** The path with U+FFFD for what is not UTF-8, for messages. */
  readonly shownPath: string;
}

const KINDS: Readonly<Record<string, TreeEntryKind>> = { "120000": "link", "160000": "submodule" };

/**
 * All files, links and submodules of a commit, in git's order. Throws the errors of `queryObjects`.
 *
 * @param commit its id
 * @param paths files, or folders with `/` at the end, from the top level; empty for everything. Those that
 *   the commit does not have add nothing.
 */
export async function listTree(
  root: string,
  { commit, paths = [] }: { readonly commit: string; readonly paths?: readonly string[] },
  signal?: AbortSignal,
): Promise<TreeEntry[]> {
  if (!OBJECT_ID.test(commit)) throw new EngineError("INTERNAL", `${commit} is not the id of a commit`);
  const list = ["ls-tree", "-r", "-z", "--full-tree"];
  const what = [commit, ...(paths.length === 0 ? [] : ["--"]), ...paths];
  try {
    return treeEntries(await queryObjects(root, [...list, "-l", ...what], { signal }));
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "GIT_FAILED") throw error;
    // Before 2.45, git gives up at the first size of an object that a partial clone lacks.
    const entries = treeEntries(await queryObjects(root, [...list, ...what], { signal }));
    const sizes = await sizesIn(root, commit, signal);
    return entries.map((entry) => ({ ...entry, sizeBytes: sizes.get(entry.id) ?? null }));
  }
}

/** Sizes of the files of a commit that a partial clone has. */
async function sizesIn(
  root: string,
  commit: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const walk = ["rev-list", "--objects", "--no-object-names", "--missing=print", `${commit}^{tree}`];
  const listed = (await queryObjects(root, walk, { signal })).toString().split("\n");
  // Missing objects have a question mark in front.
  const present = listed.filter((id) => OBJECT_ID.test(id));
  const format = "--batch-check=%(objectname) %(objectsize)";
  const printed = await queryObjects(root, ["cat-file", format], { signal, input: present.join("\n") });
  return new Map(
    printed
      .toString()
      .split("\n")
      .flatMap((line) => {
        const [id = "", size = ""] = line.split(" ");
        return /^\d+$/.test(size) ? [[id, Number(size)] as const] : [];
      }),
  );
}

/** Parses `MODE TYPE ID SIZE<TAB>PATH<NUL>` entries. Pure. */
export function treeEntries(printed: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let start = 0, end = 0; start < printed.length; start = end + 1) {
    end = printed.indexOf(0, start);
    if (end === -1) break;
    const tab = printed.indexOf(0x09, start);
    if (tab === -1 || tab > end) continue;
    const [mode = "", , id = "", size = ""] = printed.toString("latin1", start, tab).split(/ +/);
    const name = printed.subarray(tab + 1, end);
    const shownPath = name.toString();
    entries.push({
      kind: KINDS[mode] ?? "file",
      id,
      sizeBytes: /^\d+$/.test(size) ? Number(size) : null,
      path: isUtf8(name) ? shownPath : null,
      shownPath,
    });
  }
  return entries;
}

/**
 * Path of a folder from the top level of its repository, with `/` at the end; empty for the top level and for
 * a repository without a work tree.
 */
export async function prefixInRepository(root: string, signal?: AbortSignal): Promise<string> {
  const printed = await queryObjects(root, ["rev-parse", "--show-prefix"], { signal });
  return printed.toString().replace(/\r?\n$/, "");
}
