/** Reads the contents of the files of a change. */
import type { UncomparedCause, UncomparedFile } from "@satori/contracts";
import { type FilePair, pathOf } from "../compare/file-pairs.ts";
import { maxBytesOf } from "../contents/file-text.ts";
import { isLfsPointer, readBlobs } from "../git/read-blobs.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { compareText } from "../model/paths.ts";
import type { CommitFile } from "../scan/files-of-commit.ts";
import { ByteBudget, type FileContent, type FileInBoth } from "./change-set.ts";

export interface ContentOptions {
  readonly root: string;
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Contents that were read from the disk, by the id that git would give them. */
  readonly onDisk?: ReadonlyMap<string, Buffer>;
}

/** Contents of files by their ids; each is read once, as long as there is room for it. */
export class ReadContents {
  readonly #options: ContentOptions;
  readonly #budget = new ByteBudget();
  readonly #contents = new Map<string, Buffer | UncomparedCause>();

  constructor(options: ContentOptions) {
    this.#options = options;
    for (const [id, bytes] of options.onDisk ?? [])
      this.#contents.set(id, isLfsPointer(bytes) ? "lfs_pointer" : bytes);
  }

  /** Reads files that are not read yet, in their order. Throws the errors of `readBlobs`. */
  async read(files: readonly CommitFile[]): Promise<void> {
    const missing = new Map<string, CommitFile>();
    for (const file of files)
      if (!this.#contents.has(file.id) && !missing.has(file.id)) {
        if (this.#budget.take(file.sizeBytes)) missing.set(file.id, file);
        else this.#contents.set(file.id, "limit");
      }
    const { root, maxFileBytes, signal } = this.#options;
    const maxBytes = Math.max(0, ...[...missing.values()].map(({ path }) => maxBytesOf(path, maxFileBytes)));
    for await (const blob of readBlobs(root, [...missing.keys()], { maxBytes, signal }))
      this.#contents.set(blob.id, blob.kind === "content" ? blob.bytes : blob.kind);
  }

  /** A content that was to be read, or why it was not. */
  of({ id }: CommitFile): Buffer | UncomparedCause {
    return this.#contents.get(id) ?? "unreadable";
  }
}

/** Files of a change with their contents. */
export interface PairsInBoth {
  readonly files: readonly FileInBoth[];
  /** Ascending. */
  readonly uncompared: readonly UncomparedFile[];
}

/** Files beyond `ENGINE_LIMITS.comparedFiles` are not read. Throws the errors of `readBlobs`. */
export async function readPairs(pairs: readonly FilePair[], contents: ReadContents): Promise<PairsInBoth> {
  const within = pairs.slice(0, ENGINE_LIMITS.comparedFiles);
  await contents.read(within.flatMap(({ base, head }) => [base ?? [], head ?? []].flat()));
  const files: FileInBoth[] = [];
  const uncompared: UncomparedFile[] = pairs
    .slice(within.length)
    .map((pair) => ({ file: pathOf(pair), cause: "limit" }));
  for (const pair of within) {
    const [base, head] = [contentOf(pair.base, contents), contentOf(pair.head, contents)];
    const cause = [head, base].find((content) => typeof content === "string");
    if (typeof cause === "string") uncompared.push({ file: pathOf(pair), cause });
    // The check above leaves contents only.
    else files.push({ base: base as FileContent | null, head: head as FileContent | null });
  }
  return { files, uncompared: uncompared.sort((left, right) => compareText(left.file, right.file)) };
}

function contentOf(file: CommitFile | null, contents: ReadContents): FileContent | UncomparedCause | null {
  if (file === null) return null;
  const bytes = contents.of(file);
  return typeof bytes === "string" ? bytes : { path: file.path, bytes };
}
