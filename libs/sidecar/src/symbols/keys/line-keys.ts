/** Collects the keys of formats that are read line by line. */
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { KeyEntry, OpenEntry } from "./key-entries.ts";

/** Stands for a key without an entry: it has no valid name, or is too deep. */
export const NO_ENTRY = -2;

/** The entries of a file, in the order of the text. */
export class LineKeys {
  private readonly lines: LineIndex;
  private readonly entries: OpenEntry[] = [];

  constructor(lines: LineIndex) {
    this.lines = lines;
  }

  /**
   * @returns the index of the new entry, or `NO_ENTRY`
   */
  add(
    {
      name,
      scope = [],
      kind,
      unit = "keys",
      parent,
    }: Pick<KeyEntry, "name" | "kind" | "parent"> & Partial<Pick<KeyEntry, "scope" | "unit">>,
    line: number,
  ): number {
    this.count(parent);
    if (
      name === "" ||
      name.length > SIDECAR_LIMITS.nameChars ||
      scope.join(".").length > SIDECAR_LIMITS.nameChars ||
      parent === NO_ENTRY
    )
      return NO_ENTRY;
    this.entries.push({
      name,
      scope,
      kind,
      parent,
      unit,
      count: 0,
      start: this.lines.startOf(line),
      end: this.lines.endOf(line),
    });
    return this.entries.length - 1;
  }

  /** Counts a key of an entry that gets no entry itself. */
  count(at: number): number {
    const entry = this.entries[at];
    if (entry) entry.count++;
    return NO_ENTRY;
  }

  addItem(at: number): void {
    const entry = this.entries[at];
    if (entry) Object.assign(entry, { count: entry.count + 1, unit: "items" });
  }

  rename(at: number, name: string): void {
    const entry = this.entries[at];
    if (entry && name !== "" && name.length <= SIDECAR_LIMITS.nameChars) entry.name = name;
  }

  /** Extends an entry to the end of a line. */
  end(at: number, line: number): void {
    const entry = this.entries[at];
    if (entry) entry.end = Math.max(entry.end, this.lines.endOf(line));
  }

  /** Sorted by start. */
  all(): KeyEntry[] {
    return this.entries;
  }
}
