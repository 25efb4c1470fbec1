/** The files that a request opens. They stay open until the request ends, and their total size is limited. */
import { type FileIndex, fileIndexOf } from "./file-index.ts";
import type { FileId, Project } from "./project.ts";

/**
 * Total length of the call facts of all open files, in numbers. A number takes about 45 bytes, including the
 * tables built for its file: 700 MB at the limit. All 3,558 files of Rails have 3.7 million numbers, 11,000
 * files of 24 projects have 13 million.
 */
const MAX_NUMBERS = 16_000_000;

export class OpenFiles {
  private readonly indexes = new Map<FileId, FileIndex | null>();
  private numbers = 0;

  /** @param maxNumbers default: `MAX_NUMBERS` */
  constructor(
    private readonly project: Pick<Project, "flow">,
    private readonly maxNumbers = MAX_NUMBERS,
  ) {}

  /** Whether the limit is reached. Files that are not open by then count as files without call facts. */
  get isFull(): boolean {
    return this.numbers >= this.maxNumbers;
  }

  /** Whether a file can be read: it is open, or there is room for it. */
  mayOpen(file: FileId): boolean {
    return !this.isFull || (this.indexes.get(file) ?? null) !== null;
  }

  /** Null for a file whose calls are not resolved. */
  index(file: FileId): FileIndex | null {
    const known = this.indexes.get(file);
    if (known !== undefined) return known;
    const flow = this.isFull ? null : this.project.flow(file);
    const index = flow && fileIndexOf(flow);
    this.numbers += flow?.code.length ?? 0;
    this.indexes.set(file, index);
    return index;
  }
}
