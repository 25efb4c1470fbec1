/** Collects the keys of formats that are read line by line. */
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { KeyEntry, OpenEntry } from "./key-entries.ts";

/** Stands for a key that is no entry: its name is none, or it lies too deep. */
export const NO_ENTRY = -2;

export class LineKeys {
  private readonly lines: LineIndex;
  private readonly entries: OpenEntry[] = [];

  constructor(lines: LineIndex) {
    this.lines = lines;
  }

  /** @returns the position of the new entry, or `NO_ENTRY` */
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

  /** One of the keys of an entry that is none itself. */
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

  /** An entry reaches to the end of this line. */
  end(at: number, line: number): void {
    const entry = this.entries[at];
    if (entry) entry.end = Math.max(entry.end, this.lines.endOf(line));
  }

  /** By start. */
  all(): KeyEntry[] {
    return this.entries;
  }
}
