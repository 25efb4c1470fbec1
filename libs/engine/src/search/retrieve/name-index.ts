/**
 * Index from the words of file names to files. Built once per state of an index, because every question uses
 * it.
 */
import type { FileTable } from "../../store/store.ts";

export interface NameIndex {
  /** Files whose name contains the word, ascending; a file occurs as often as its name contains the word. */
  readonly filesByWord: ReadonlyMap<string, readonly number[]>;
  /** Number of words in each file's name. */
  readonly wordCounts: Uint32Array;
}

const known = new WeakMap<FileTable, NameIndex>();

/**
 * The name index of a table of files.
 *
 * @param check called for each file while the index is built; may throw, and then nothing is cached
 */
export function nameIndexOf(files: FileTable, check?: () => void): NameIndex {
  let index = known.get(files);
  if (!index) known.set(files, (index = indexOf(files, check)));
  return index;
}

function indexOf({ nameParts }: FileTable, check?: () => void): NameIndex {
  const filesByWord = new Map<string, number[]>();
  const wordCounts = new Uint32Array(nameParts.length);
  for (const [file, joined] of nameParts.entries()) {
    check?.();
    const words = joined.split(" ");
    wordCounts[file] = words.length;
    for (const word of words) {
      if (word === "") continue;
      const sharing = filesByWord.get(word);
      if (sharing) sharing.push(file);
      else filesByWord.set(word, [file]);
    }
  }
  return { filesByWord, wordCounts };
}
