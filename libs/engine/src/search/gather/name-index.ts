/** Words of file names → files: made once for each state of an index, as every question asks for some. */
import type { FileTable } from "../../store/store.ts";

export interface NameIndex {
  /** Files whose name has the word, ascending; as often as it has it. */
  readonly filesByWord: ReadonlyMap<string, readonly number[]>;
  /** Words of each file's name. */
  readonly wordCounts: Uint32Array;
}

const known = new WeakMap<FileTable, NameIndex>();

export function nameIndexOf(files: FileTable): NameIndex {
  let index = known.get(files);
  if (!index) known.set(files, (index = indexOf(files)));
  return index;
}

function indexOf({ nameParts }: FileTable): NameIndex {
  const filesByWord = new Map<string, number[]>();
  const wordCounts = new Uint32Array(nameParts.length);
  for (const [file, joined] of nameParts.entries()) {
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
