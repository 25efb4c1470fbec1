import type { FileTable } from "./store.ts";

/** The file that contains a row, by binary search. */
export function fileOfRow({ firstRows, count }: FileTable, row: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((firstRows[middle] as number) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
