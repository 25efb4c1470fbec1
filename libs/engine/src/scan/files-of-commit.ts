/**
 * Which files of a commit an index of it would contain: those that its own ignore files and today's other
 * rules keep, without links, submodules and files that are too large. Nothing is checked out.
 */
import { join } from "node:path";
import { maxBytesOf } from "../contents/file-text.ts";
import { NESTED_CONTROL_FILES, type CommittedFiles } from "../ignore/control-files.ts";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import { MAX_CONTROL_FILE_BYTES } from "../ignore/limits.ts";
import { type TreeEntry, listTree, prefixInRepository } from "../git/list-tree.ts";
import { readBlobs } from "../git/read-blobs.ts";
import { compareText, nameOf, parentOf, pathIn } from "../model/paths.ts";
import type { CodebaseSettings } from "../model/run.ts";
import { isTooDeep } from "./depth.ts";
import { nameableAmong } from "./disk-names.ts";
import { openRulesOfCommit } from "./rules.ts";

/** A file of a commit to read. */
export interface CommitFile {
  /** Path in an index: relative to the root, in NFC. */
  readonly path: string;
  /** Id of its content, for `readBlobs`. */
  readonly id: string;
  readonly sizeBytes: number;
}

/** Why a file of a commit is not read. */
export type CommitFileCause =
  | "ignored"
  | "link"
  | "submodule"
  | "too_large"
  | "invalid_name"
  /** The repository does not have its content, it is nested too deeply, or the rules there are unknown. */
  | "unreadable";

export interface LeftOutFile {
  /** Relative to the root; not normalized if no index can contain the name. */
  readonly path: string;
  readonly cause: CommitFileCause;
  /** Id of its content, or of the submodule's commit. */
  readonly id: string;
}

export interface FilesOfCommit {
  /** Ascending by path. */
  readonly files: readonly CommitFile[];
  /** Ascending by path. A file that is ignored is only that, whatever else it is. */
  readonly leftOut: readonly LeftOutFile[];
}

export interface CommitRequest {
  /** Real and absolute; a folder of the repository, or its top level. */
  readonly root: string;
  /** Id of the commit. */
  readonly commit: string;
  readonly settings: CodebaseSettings;
  /** `SATORI_HOME`. */
  readonly home: string;
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called for each file; may throw. */
  readonly check?: (() => void) | undefined;
}

/**
 * Lists a commit. Throws `PATH_UNREADABLE` if the ignore files of the whole codebase cannot be used, and the
 * errors of git's queries (`queryObjects`).
 */
export async function filesOfCommit(request: CommitRequest): Promise<FilesOfCommit> {
  const { root, commit, signal } = request;
  const prefix = await prefixInRepository(root, signal);
  const entries = await listTree(root, { commit, paths: pathsToList(prefix) }, signal);
  const committed = await committedFiles(request, prefix, entries);
  const policy = openRulesOfCommit({ ...request, committed });
  const scopes = new ScopesOfTree(policy.rootScope(), folderNames(entries, prefix));
  const files: CommitFile[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const entry of entries) {
    request.check?.();
    if (!entry.shownPath.startsWith(prefix)) continue;
    const written = entry.shownPath.slice(prefix.length);
    const cause = causeOf(entry, written, { scopes, maxFileBytes: request.maxFileBytes });
    const path = written.normalize("NFC");
    if (cause === null) files.push({ path, id: entry.id, sizeBytes: entry.sizeBytes ?? 0 });
    else leftOut.push({ path: cause === "invalid_name" ? written : path, cause, id: entry.id });
  }
  const byPath = (left: { path: string }, right: { path: string }): number =>
    compareText(left.path, right.path);
  return { files: files.sort(byPath), leftOut: leftOut.sort(byPath) };
}

/** The codebase's folder, and the ignore files above it, which apply in it. */
function pathsToList(prefix: string): string[] {
  if (prefix === "") return [];
  const above = prefix.split("/").slice(0, -1);
  const folders = above.map((_, depth) => above.slice(0, depth).join("/"));
  return [
    prefix,
    ...folders.flatMap((folder) => [...NESTED_CONTROL_FILES.keys()].map((name) => pathIn(folder, name))),
  ];
}

/** The ignore files of the commit, read at once. */
async function committedFiles(
  { root, signal }: CommitRequest,
  prefix: string,
  entries: readonly TreeEntry[],
): Promise<CommittedFiles> {
  const controls = entries.filter(
    ({ path, kind }) => path !== null && kind !== "submodule" && NESTED_CONTROL_FILES.has(nameOf(path)),
  );
  const topLevel = topLevelOf(root, prefix);
  const found = new Map<string, ReturnType<CommittedFiles>>();
  for (const { kind, path } of controls)
    found.set(join(topLevel, path ?? ""), kind === "link" ? "link" : "unreadable");
  const files = controls.filter(({ kind, sizeBytes }) => kind === "file" && sizeBytes !== null);
  const ids = files.map(({ id }) => id);
  let at = 0;
  for await (const blob of readBlobs(root, ids, { maxBytes: MAX_CONTROL_FILE_BYTES, signal })) {
    const path = join(topLevel, files[at++]?.path ?? "");
    if (blob.kind === "content") found.set(path, blob.bytes);
  }
  return (path) => found.get(path) ?? null;
}

function topLevelOf(root: string, prefix: string): string {
  const depth = prefix.split("/").length - 1;
  return join(root, ...Array.from({ length: depth }, () => ".."));
}

/** The names in each folder of the codebase, for names that differ only in their Unicode form. */
function folderNames(entries: readonly TreeEntry[], prefix: string): ReadonlyMap<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { shownPath } of entries) {
    if (!shownPath.startsWith(prefix)) continue;
    for (let path = shownPath.slice(prefix.length); path !== ""; path = parentOf(path)) {
      const folder = parentOf(path);
      const names = folders.get(folder) ?? new Set();
      folders.set(folder, names);
      if (names.has(nameOf(path))) break;
      names.add(nameOf(path));
    }
  }
  return folders;
}

/** A folder of a commit: its rules, or why nothing in it counts. */
type FolderState = { readonly scope: DirectoryScope } | { readonly cause: CommitFileCause };

/** The rules in the folders of a commit, each found once. */
class ScopesOfTree {
  readonly #states = new Map<string, FolderState>();
  readonly #isNameable = new Map<string, (name: string) => boolean>();

  constructor(
    rootScope: DirectoryScope,
    private readonly names: ReadonlyMap<string, Set<string>>,
  ) {
    this.#states.set("", { scope: rootScope });
  }

  /** @param path as the commit writes it */
  stateOf(path: string): FolderState {
    const missing: string[] = [];
    let at = path;
    for (; !this.#states.has(at); at = parentOf(at)) missing.push(at);
    let state = this.#states.get(at) as FolderState;
    for (const folder of missing.reverse()) {
      state = this.#enter(state, folder);
      this.#states.set(folder, state);
    }
    return state;
  }

  isNameable(path: string): boolean {
    const folder = parentOf(path);
    let isNameable = this.#isNameable.get(folder);
    if (isNameable === undefined) {
      isNameable = nameableAmong(() => this.names.get(folder) ?? []);
      this.#isNameable.set(folder, isNameable);
    }
    return isNameable(nameOf(path));
  }

  #enter(outer: FolderState, path: string): FolderState {
    if ("cause" in outer) return outer;
    if (!this.isNameable(path)) return { cause: "invalid_name" };
    if (outer.scope.verdict(nameOf(path), "directory").ignored) return { cause: "ignored" };
    if (isTooDeep(path)) return { cause: "unreadable" };
    const has = (name: string): boolean => this.names.get(path)?.has(name) === true;
    const scope = outer.scope.enter(nameOf(path), {
      gitignore: has(".gitignore"),
      satoriignore: has(".satoriignore"),
    });
    return scope.isKnown ? { scope } : { cause: "unreadable" };
  }
}

/** @param path relative to the root, as the commit writes it */
function causeOf(
  { kind, path: known, sizeBytes }: TreeEntry,
  path: string,
  { scopes, maxFileBytes }: { readonly scopes: ScopesOfTree; readonly maxFileBytes: number },
): CommitFileCause | null {
  if (known === null) return "invalid_name";
  const folder = scopes.stateOf(parentOf(path));
  if ("cause" in folder) return folder.cause;
  if (!scopes.isNameable(path)) return "invalid_name";
  if (folder.scope.verdict(nameOf(path), kind === "submodule" ? "directory" : "file").ignored)
    return "ignored";
  if (kind !== "file") return kind;
  if (sizeBytes === null) return "unreadable";
  return sizeBytes > maxBytesOf(path, maxFileBytes) ? "too_large" : null;
}
