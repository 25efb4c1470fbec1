/**
 * Selects which files with matches are shown, in whatever order ripgrep finds them: the first files in the
 * order of a walk, until they contain the wanted number of matches. Most files come after those and need not
 * be examined further.
 */
import { toByteString } from "../ignore/rule.ts";
import { compareText } from "../model/paths.ts";

export interface FileMatches {
  /** Relative to the root, with `/`. */
  readonly diskPath: string;
  /** Number of matching lines. */
  readonly count: number;
}

/** Collects files with matches and keeps only those that are shown. */
export class FirstMatches<File extends FileMatches> {
  /** In the order of a walk. */
  #files: { readonly order: string; readonly file: File }[] = [];
  #count = 0;
  #shown = 0;

  constructor(private readonly wanted: number) {}

  /** Number of matching lines in all files added so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether a file would be shown, as far as is known by now. */
  mayShow(diskPath: string): boolean {
    return this.#shown < this.wanted || this.isPassed(diskPath);
  }

  /** Whether a walk reaches a path before the last file that is shown. */
  isPassed(diskPath: string): boolean {
    const last = this.#files.at(-1);
    return last !== undefined && compareText(walkOrder(diskPath), last.order) < 0;
  }

  add(file: File): void {
    this.#count += file.count;
    if (!this.mayShow(file.diskPath)) return;
    const order = walkOrder(file.diskPath);
    this.#files.splice(this.#placeOf(order), 0, { order, file });
    this.#shown += file.count;
    for (
      let last = this.#files.at(-1);
      last && this.#shown - last.file.count >= this.wanted;
      last = this.#files.at(-1)
    ) {
      this.#files.pop();
      this.#shown -= last.file.count;
    }
  }

  /** Adds the files of a run over other files of the same tree. */
  absorb(other: FirstMatches<File>): void {
    const files = other.files();
    // Files that the other run has counted, but would not show.
    this.#count += other.count - files.reduce((sum, { count }) => sum + count, 0);
    for (const file of files) this.add(file);
  }

  /** The first files of a walk that together have the wanted number of matches. */
  files(): File[] {
    return this.#files.map(({ file }) => file);
  }

  #placeOf(order: string): number {
    let low = 0;
    for (let high = this.#files.length; low < high;) {
      const middle = (low + high) >> 1;
      if (compareText(this.#files[middle]?.order ?? "", order) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * A sort key for paths in the order of a depth-first walk by the bytes of names, which is how ripgrep sorts.
 */
export function walkOrder(diskPath: string): string {
  return toByteString(diskPath).replaceAll("/", "\0");
}
