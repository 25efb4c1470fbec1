/**
 * Tables, arrays of tables and keys of TOML. A table contains the tables directly after it whose names start
 * with its name. Tables of an array are named by their `name` key, or numbered. Pure.
 */
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import type { KeyEntry } from "./key-entries.ts";
import { LineKeys } from "./line-keys.ts";

interface Table {
  readonly names: readonly string[];
  readonly entry: number;
  /** Number of tables in an array so far; null for a plain table. */
  count: number | null;
  readonly isElement: boolean;
}

const PART = String.raw`(?:[\w-]+|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*')`;
const NAME = String.raw`${PART}(?:\s*\.\s*${PART})*`;
const HEADER = new RegExp(String.raw`^\s*(\[\[?)\s*(${NAME})\s*\]\]?\s*(?:#.*)?$`);
const KEY = new RegExp(String.raw`^\s*(${NAME})\s*=`);
const TOKENS = /"""|'''|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}]/g;

/** Sorted by start. */
export function tomlKeys(lines: LineIndex): KeyEntry[] {
  const keys = new LineKeys(lines);
  const open: Table[] = [];
  const value = new Value();
  let [key, last] = [-1, 0];
  const endKey = (): void => {
    keys.end(key, last);
    key = -1;
  };
  const endTables = (names: readonly string[], isList: boolean): void => {
    for (let top = open.at(-1); top && !holds(top, names, isList); top = open.at(-1)) {
      keys.end(top.entry, last);
      open.pop();
    }
  };
  for (let line = 1; line <= lines.count; line++) {
    if (value.isOpen) value.read(lines.textOf(line), 0);
    else {
      const head = lines.headWithoutMark(line);
      if (lines.isBlank(line) || /^\s*#/.test(head)) continue;
      const [, brackets, header] = HEADER.exec(head) ?? [];
      const [begin, written] = header === undefined ? (KEY.exec(head) ?? []) : [];
      if (header !== undefined || written !== undefined) endKey();
      if (header !== undefined) {
        const names = partsOf(header);
        endTables(names, brackets === "[[");
        openTable(keys, open, { names, isList: brackets === "[[", line });
      } else if (begin !== undefined && written !== undefined) {
        const names = partsOf(written);
        const table = open.at(-1);
        key = keys.add(
          {
            name: names.at(-1) ?? "",
            scope: names.slice(0, -1),
            kind: "property",
            parent: table?.entry ?? -1,
          },
          line,
        );
        const called =
          table?.isElement && names.join(".") === "name"
            ? /=\s*["']([^"'\\]+)["']/.exec(head)?.[1]
            : undefined;
        if (table && called !== undefined) keys.rename(table.entry, called);
        value.read(lines.textOf(line), begin.length);
      }
    }
    last = line;
  }
  endKey();
  endTables([], false);
  return keys.all();
}

/** Whether the next header is inside a table, or continues the same array. */
function holds({ names, count }: Table, inner: readonly string[], isList: boolean): boolean {
  return (
    names.every((name, at) => name === inner[at]) &&
    (names.length < inner.length || (isList && count !== null && names.length === inner.length))
  );
}

function openTable(
  keys: LineKeys,
  open: Table[],
  {
    names,
    isList,
    line,
  }: { readonly names: readonly string[]; readonly isList: boolean; readonly line: number },
): void {
  const around = open.at(-1);
  const isNext =
    isList && around !== undefined && around.count !== null && around.names.length === names.length;
  if (!isNext) {
    const known = around?.names.length ?? 0;
    const entry = keys.add(
      {
        name: names.at(-1) ?? "",
        scope: names.slice(known, -1),
        kind: "section",
        parent: around?.entry ?? -1,
        unit: isList ? "tables" : "keys",
      },
      line,
    );
    open.push({ names, entry, count: isList ? 0 : null, isElement: false });
  }
  const list = open.at(-1);
  if (!isList || list?.count === undefined || list.count === null) return;
  const entry = keys.add({ name: String(list.count++), kind: "object", parent: list.entry }, line);
  open.push({ names, entry, count: null, isElement: true });
}

function partsOf(name: string): string[] {
  return (name.match(new RegExp(PART, "g")) ?? []).map((part) => part.replace(/^(["'])(.*)\1$/, "$2"));
}

/** Tracks how far a value has been read. */
class Value {
  /** The quotes that close the open string. */
  private quotes: string | null = null;
  private brackets = 0;

  get isOpen(): boolean {
    return this.quotes !== null || this.brackets > 0;
  }

  read(line: string, from: number): void {
    const tokens = new RegExp(TOKENS);
    tokens.lastIndex = from;
    while (tokens.lastIndex < line.length) {
      if (this.quotes !== null) {
        const ends = this.quotes === '"""' ? /\\.|"{3,5}/g : /'{3,5}/g;
        ends.lastIndex = tokens.lastIndex;
        let end = ends.exec(line);
        while (end?.[0].startsWith("\\")) end = ends.exec(line);
        if (!end) return;
        tokens.lastIndex = ends.lastIndex;
        this.quotes = null;
      }
      const token = tokens.exec(line)?.[0];
      if (token === undefined) return;
      if (token === '"""' || token === "'''") this.quotes = token;
      else if (token === "[" || token === "{") this.brackets++;
      else if (token === "]" || token === "}") this.brackets = Math.max(0, this.brackets - 1);
    }
  }
}
