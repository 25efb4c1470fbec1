/** Words of file names → files: made once for each state of an index, as every question asks for some. */
import type { FileTable } from "../../store/store.ts";

export interface NameIndex {
  /** Files whose name has the word, ascending; as often as it has it. */
  readonly filesByWord: ReadonlyMap<string, readonly number[]>;
  /** Words of each file's name. */
  readonly wordCounts: Uint32Array;
}

const known = new WeakMap<FileTable, NameIndex>();

/** @param check called for each file while the index is made; it may throw, and then nothing is kept */
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
