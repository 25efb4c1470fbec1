/**
 * The files that a question looks into: all stay open until it is answered, and there is an end to how many
 * that are.
 */
import { type FileIndex, fileIndexOf } from "./file-index.ts";
import type { FileId, Project } from "./project.ts";

/**
 * Numbers of the facts of all files that are open. One takes some 45 bytes, with the tables that are made of
 * its file: 700 MB. All 3,558 files of Rails have 3.7 million, 11,000 files of 24 projects 13 million.
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

  /** No more are opened: what is not open counts as a file without facts. */
  get isFull(): boolean {
    return this.numbers >= this.maxNumbers;
  }

  /** Whether a file can be looked into, as it is open or there is room for it. */
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
