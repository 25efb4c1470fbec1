/**
 * Posting lists of the files of a batch, by term. They are numbers in arrays that the next batch reuses: a
 * batch has tens of thousands of lists, and an object for each would cost more than all else here. Pure.
 */

/** Numbers of a list: its file, start, end and last chunk, and the next list of the same term plus one. */
const LIST = { file: 0, start: 1, end: 2, lastChunk: 3, next: 4 } as const;
const LIST_NUMBERS = 5;
/** Numbers of a term: its first and last list plus one. */
const TERM = { head: 0, tail: 1 } as const;
const TERM_NUMBERS = 2;
const FIRST_SIZE = 1 << 12;

/** Takes a list: the number of its file, where it starts and ends in that file's postings, its last chunk. */
export type VisitPending = (file: number, start: number, end: number, lastChunk: number) => void;

export class PendingLists {
  private termNumbers = new Map<string, number>();
  private termTable = new Uint32Array(TERM_NUMBERS * FIRST_SIZE);
  private lists = new Uint32Array(LIST_NUMBERS * FIRST_SIZE);
  private count = 0;

  clear(): void {
    this.termNumbers = new Map();
    this.count = 0;
  }

  add(term: string, file: number, start: number, end: number, lastChunk: number): void {
    if ((this.count + 1) * LIST_NUMBERS > this.lists.length) this.lists = doubled(this.lists);
    const { lists } = this;
    const at = this.count * LIST_NUMBERS;
    lists[at + LIST.file] = file;
    lists[at + LIST.start] = start;
    lists[at + LIST.end] = end;
    lists[at + LIST.lastChunk] = lastChunk;
    lists[at + LIST.next] = 0;
    const number = ++this.count;
    let termNumber = this.termNumbers.get(term);
    if (termNumber === undefined) {
      this.termNumbers.set(term, (termNumber = this.termNumbers.size));
      if ((termNumber + 1) * TERM_NUMBERS > this.termTable.length) this.termTable = doubled(this.termTable);
      this.termTable[termNumber * TERM_NUMBERS + TERM.head] = number;
    } else {
      const tail = this.termTable[termNumber * TERM_NUMBERS + TERM.tail] as number;
      lists[(tail - 1) * LIST_NUMBERS + LIST.next] = number;
    }
    this.termTable[termNumber * TERM_NUMBERS + TERM.tail] = number;
  }

  /** The terms, ascending by UTF-16 units. */
  terms(): string[] {
    return [...this.termNumbers.keys()].sort();
  }

  /** The lists of a term, in the order in which they were added. */
  each(term: string, visit: VisitPending): void {
    const { lists } = this;
    const termNumber = this.termNumbers.get(term) ?? 0;
    let number = this.termTable[termNumber * TERM_NUMBERS + TERM.head] as number;
    while (number !== 0) {
      const at = (number - 1) * LIST_NUMBERS;
      visit(
        lists[at + LIST.file] as number,
        lists[at + LIST.start] as number,
        lists[at + LIST.end] as number,
        lists[at + LIST.lastChunk] as number,
      );
      number = lists[at + LIST.next] as number;
    }
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
