/**
 * Puts a server into a TOML file that people edit, or takes it out. Only lines of its own are touched, and
 * what comes out has to say what the file said before, and the entry, or all but that: a form that this does
 * not hold for is refused rather than guessed at. Pure.
 *
 * No library does this: @decimalturn/toml-patch 3.3.0, the one that is maintained and keeps comments, writes
 * other entries in another form, and removes comments about the next table along with a table.
 */
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import {
  type ConfigurationFormat,
  type EditRequest,
  type Edited,
  type EntryRequest,
  OWN_KEYS,
  type TextPosition,
  staleKeys,
  unusable,
  withinDepth,
} from "./edited.ts";

type Table = Readonly<Record<string, unknown>>;

/**
 * The end of a statement or table is found by parsing up to each line in turn. For a file of this many lines,
 * that takes two seconds.
 */
const MAX_LINES = 5_000;

const BYTE_ORDER_MARK = "\ufeff";

/** TOML, with a table of servers at the top level. */
export const TOML_FORMAT: ConfigurationFormat = {
  edit: (request) =>
    withinDepth(request.file, () => {
      const { mark, content } = splitMark(request.text ?? "");
      const { text, dropped } = edited(content, request);
      return { text: mark + text, dropped };
    }),
  remove: (request) =>
    withinDepth(request.file, () => {
      const { mark, content } = splitMark(request.text);
      return mark + removed({ ...request, text: content });
    }),
  entryIn: ({ text, file, table: [table = ""], name }) =>
    withinDepth(file, () => tableAt(tableAt(readToml(splitMark(text).content, file), table), name) ?? null),
  snippet: ([table = "", name = ""], entry) => linesOf(table, name, entry).join("\n"),
};

/** The parser does not skip the mark. */
function splitMark(text: string): { readonly mark: string; readonly content: string } {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { mark, content: text.slice(mark.length) };
}

function edited(before: string, request: EditRequest): Edited {
  const {
    file,
    table: [table = ""],
    name,
    entry: given,
  } = request;
  requireFewLines(before, file);
  const root = readToml(before, file);
  requireTables(root, [table, name], file);
  const present = tableAt(tableAt(root, table), name);
  const entry = withPresent(given, present);
  const { all: stale, dropped } = staleKeys(request, present ?? {});
  const kept = Object.fromEntries(Object.entries(present ?? {}).filter(([key]) => !stale.includes(key)));
  const wanted = { ...root, [table]: { ...tableAt(root, table), [name]: { ...kept, ...entry } } };
  if (isDeepStrictEqual(plain(root), plain(wanted))) return { text: before, dropped };
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const after =
    present === undefined
      ? appended(before, linesOf(table, name, entry), eol)
      : replaced(before, { table, name, entry, present, stale }, eol);
  if (after === null || !isDeepStrictEqual(plain(tryParse(after)), plain(wanted)))
    throw unusable(file, `has ${table} in a form that cannot be edited`);
  return { text: after, dropped };
}

function removed({ text, file, table: [table = ""], name }: EntryRequest): string {
  requireFewLines(text, file);
  const root = readToml(text, file);
  const servers = tableAt(root, table);
  if (servers === undefined || tableAt(servers, name) === undefined) return text;
  const lines = text.split(/\r?\n/);
  for (const keys of [
    [table, name],
    [table, name, null],
  ])
    for (let at = headingAt(lines, keys); at !== -1; at = headingAt(lines, keys)) removeTable(lines, at);
  // The entry may also be a statement in the table of servers.
  const around = headingAt(lines, [table]);
  if (around !== -1) rewrite(lines, around, {}, [name]);
  const after = lines.join(text.includes("\r\n") ? "\r\n" : "\n");
  const wanted = {
    ...root,
    [table]: Object.fromEntries(Object.entries(servers).filter(([key]) => key !== name)),
  };
  // A table without a heading disappears with its last server.
  if (!isDeepStrictEqual(plain({ [table]: {}, ...tryParse(after) }), plain(wanted)))
    throw unusable(file, `has ${table}.${name} in a form that cannot be edited`);
  return after;
}

function requireFewLines(text: string, file: string): void {
  const lines = text.split("\n").length;
  if (lines > MAX_LINES)
    throw unusable(file, `has ${lines} lines; the limit is ${MAX_LINES}: edit it by hand`);
}

/**
 * The entry, merged with tables of the existing entry: their other keys are kept. Tables that already have
 * the wanted values are left out, so that their text stays unchanged.
 */
function withPresent(entry: Table, present: Table | undefined): Table {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) => {
      const [before, after] = [tableAt(present, key), tableAt(entry, key)];
      if (!before || !after) return [[key, value]];
      const merged = { ...before, ...after };
      return isDeepStrictEqual(plain(before), plain(merged)) ? [] : [[key, merged]];
    }),
  );
}

/** The lines of a table for the entry. */
function linesOf(table: string, name: string, entry: Table): readonly string[] {
  return [`[${table}.${name}]`, ...statementsOf(entry)];
}

function appended(before: string, lines: readonly string[], eol: string): string {
  const gap = before.trim() === "" ? "" : before.endsWith("\n") ? eol : eol + eol;
  return (before.trim() === "" ? "" : before) + gap + lines.join(eol) + eol;
}

interface Replacement {
  readonly table: string;
  readonly name: string;
  /** The new entry, including everything to keep of its tables. */
  readonly entry: Table;
  readonly present: Table;
  /** Keys to remove. */
  readonly stale: readonly string[];
}

/** Null if neither the entry nor a table in it has a heading. */
function replaced(
  before: string,
  { table, name, entry, present, stale }: Replacement,
  eol: string,
): string | null {
  const lines = before.split(/\r?\n/);
  const apart = Object.entries(entry).filter(([key]) => headingAt(lines, [table, name, key]) !== -1);
  for (const [key] of apart) {
    const [wanted, there] = [tableAt(entry, key), tableAt(present, key)];
    const changed = Object.entries(wanted ?? {}).filter(
      ([inner, value]) => !isDeepStrictEqual(value, there?.[inner]),
    );
    rewrite(
      lines,
      headingAt(lines, [table, name, key]),
      Object.fromEntries(changed),
      changed.map(([inner]) => inner),
    );
  }
  const own = Object.fromEntries(
    Object.entries(entry).filter(([key]) => !apart.some(([other]) => other === key)),
  );
  const heading = headingAt(lines, [table, name]);
  if (heading !== -1) rewrite(lines, heading, own, [...OWN_KEYS, ...stale, ...Object.keys(own)]);
  else {
    const inner = headingAt(lines, [table, name, null]);
    if (inner === -1) return null;
    lines.splice(inner, 0, ...linesOf(table, name, own), "");
  }
  for (const key of stale) removeTable(lines, headingAt(lines, [table, name, key]));
  return lines.join(eol);
}

/** The line of a table's heading, or -1. @param keys null matches any key */
function headingAt(lines: readonly string[], keys: readonly (string | null)[]): number {
  const written = keys
    .map((key) => (key === null ? String.raw`[^\]]+` : `(?:${key}|"${key}"|'${key}')`))
    .join(String.raw`\s*\.\s*`);
  const heading = new RegExp(String.raw`^\s*\[\s*${written}\s*\]\s*(?:#.*)?$`);
  // A line inside a multi-line string is not a heading.
  return lines.findIndex((line, at) => heading.test(line) && isParsable(lines.slice(0, at).join("\n")));
}

/** The lines between a table's heading and the next heading. */
function bodyOf(lines: readonly string[], heading: number): readonly string[] {
  const end = lines.findIndex(
    (line, at) => at > heading && /^\s*\[/.test(line) && isParsable(lines.slice(heading, at).join("\n")),
  );
  return lines.slice(heading + 1, end === -1 ? lines.length : end);
}

/**
 * Removes a table up to its last statement. Comments after that are kept, because they may belong to what
 * follows.
 *
 * @param heading line of the heading; -1 does nothing
 */
function removeTable(lines: string[], heading: number): void {
  if (heading === -1) return;
  const body = bodyOf(lines, heading);
  const whole = plain(tryParse(body.join("\n")));
  let last = 0;
  while (last < body.length && !isDeepStrictEqual(plain(tryParse(body.slice(0, last).join("\n"))), whole))
    last++;
  // Removes one of two blank lines.
  if (lines[heading - 1] === "" && body[last] === "") last++;
  lines.splice(heading, last + 1);
}

/** Removes the statements of some keys from a table, and inserts new ones at its top. */
function rewrite(lines: string[], heading: number, statements: Table, keys: readonly string[]): void {
  const body = bodyOf(lines, heading);
  lines.splice(heading + 1, body.length, ...statementsOf(statements), ...withoutKeys(body, keys));
}

/** A statement reaches from the line of its key to the first line with which it parses. */
function withoutKeys(body: readonly string[], keys: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < body.length; at++) {
    const line = body[at] as string;
    const isOwn = keys.some((key) =>
      new RegExp(String.raw`^\s*(?:${key}|"${key}"|'${key}')\s*[=.]`).test(line),
    );
    if (!isOwn) {
      kept.push(line);
      continue;
    }
    let last = at;
    while (last < body.length - 1 && !isParsable(body.slice(at, last + 1).join("\n"))) last++;
    at = last;
  }
  return kept;
}

function statementsOf(entry: Table): string[] {
  // JSON strings are valid TOML, also as keys.
  const nameOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));
  const valueOf = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(valueOf).join(", ")}]`;
    return typeof value === "object" && value !== null
      ? `{ ${Object.entries(value)
          .map(([key, inner]) => `${nameOf(key)} = ${valueOf(inner)}`)
          .join(", ")} }`
      : JSON.stringify(value);
  };
  return Object.entries(entry).map(([key, value]) => `${nameOf(key)} = ${valueOf(value)}`);
}

function readToml(text: string, file: string): Table {
  try {
    return parse(text);
  } catch (error) {
    const { line, column, message } = error as Partial<TextPosition> & { readonly message: string };
    throw unusable(
      file,
      `cannot be parsed: ${(message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "")}`,
      line === undefined ? undefined : { line, column },
    );
  }
}

function requireTables(root: Table, keys: readonly string[], file: string): void {
  let table: Table | undefined = root;
  for (const [at, key] of keys.entries()) {
    const value: unknown = table?.[key];
    table = tableAt(table, key);
    if (value === undefined || table !== undefined) continue;
    const kind = Array.isArray(value) ? "an array" : `a ${typeof value}`;
    throw unusable(file, `has ${kind} at ${keys.slice(0, at + 1).join(".")}, where a table is required`);
  }
}

function tryParse(text: string): Table | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function isParsable(text: string): boolean {
  return tryParse(text) !== null;
}

/** Undefined if there is no table, or another kind of value. */
function tableAt(table: Table | undefined, key: string): Table | undefined {
  const value = table?.[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : undefined;
}

/** Converts dates, and tables without a prototype, to values that can be compared. */
function plain(value: unknown): unknown {
  return value === null
    ? null
    : JSON.parse(
        JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner)),
      );
}
