/** A small tree for tests that read files, and functions to read them. */
import type { ReadFileInput, ReadFileOutput } from "@satori/contracts";
import type { TestCodebase } from "../../testing/codebase.ts";

export const TREE = `
  //- src/store.ts
  /** Keeps things. */
  export class Store {
    open(): void {}
    close(): void {}
  }
  export class Reader {
    open(): void {}
  }
  export function load(): number {
    return 1;
  }
  //- src/other.ts
  export function load(): number {
    return 2;
  }
  export function only(): number {
    return 3;
  }
  //- docs/guide.md
  # Guide
  ## Install
  text
  //- data.csv
  a,b
  1,2
  //- empty.ts
  //- new/later.ts
  export const later = 1;
`;

export const readIn = (
  from: TestCodebase,
  path: string,
  args: Partial<ReadFileInput> = {},
): Promise<ReadFileOutput> => from.call("read_file", { path, ...args });

/** Labels of the outline in the answer. */
export const labelsOf = (answer: ReadFileOutput): string[] =>
  answer.status === "ok" ? (answer.outline?.symbols.map(({ symbolLabel }) => symbolLabel) ?? []) : [];
