/**
 * Which of the files that ripgrep finds something in are shown, in whatever order it comes by them: the first
 * that a walk comes to, as many as have the matches that are asked for. Most files turn out to lie behind
 * those, and need no closer look.
 */
import { toByteString } from "../ignore/rule.ts";
import { compareText } from "../model/paths.ts";

export interface FileMatches {
  /** Relative to the root, with `/`. */
  readonly diskPath: string;
  /** Lines with a match. */
  readonly count: number;
}

export class FirstMatches<File extends FileMatches> {
  /** In the order of a walk. */
  #files: { readonly order: string; readonly file: File }[] = [];
  #count = 0;
  #shown = 0;

  constructor(private readonly wanted: number) {}

  /** Lines with a match in all files that were added. */
  get count(): number {
    return this.#count;
  }

  /** Whether a file would be shown, as far as can be said by now. */
  mayShow(diskPath: string): boolean {
    return this.#shown < this.wanted || this.isPassed(diskPath);
  }

  /** Whether a walk comes to a path before it comes to the last file that is shown. */
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

  /** The first files of a walk, until they have as many matches as are wanted, or more. */
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

/** Compares as a walk that is depth first, by the bytes of names: as ripgrep sorts. */
export function walkOrder(diskPath: string): string {
  return toByteString(diskPath).replaceAll("/", "\0");
}
