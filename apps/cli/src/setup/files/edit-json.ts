/**
 * Puts a server into a JSON file that people edit, or takes it out: comments, other entries and the layout
 * stay as they are. Pure.
 */
import {
  type FormattingOptions,
  type ParseError,
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import {
  type ConfigurationFormat,
  type EditRequest,
  type Edited,
  type EntryRequest,
  OWN_KEYS,
  positionAt,
  staleKeys,
  unusable,
  withinDepth,
} from "./edited.ts";
import { insertProperty, removeProperty } from "./edit-property.ts";

const BYTE_ORDER_MARK = "\ufeff";

type JsonObject = Readonly<Record<string, unknown>>;

/** JSON with comments and trailing commas. */
export const JSON_FORMAT: ConfigurationFormat = {
  edit: (request) => withinDepth(request.file, () => edited(request)),
  remove: (request) => withinDepth(request.file, () => removed(request)),
  entryIn: (request) => withinDepth(request.file, () => entryIn(request)),
  snippet: (path, entry) =>
    JSON.stringify(
      path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry),
      null,
      2,
    ),
};

function edited(request: EditRequest): Edited {
  const { text, file, table, name, entry, nestedTable, keptKeys = [] } = request;
  const mark = text?.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const before = (text ?? "").slice(mark.length);
  const content = before.trim() === "" ? "{}\n" : before;
  const root = readObject(content, file);
  const path = [...tableIn(root, { table, nestedTable, keptKeys }), name];
  requireTables(root, path, { text: content, file });
  const present = at(root, path);
  const stale = staleKeys(request, isObject(present) ? present : {});
  const after = isObject(present)
    ? updated(content, { path, present, entry, keptKeys, stale: stale.all })
    : inserted(content, path, entry);
  const found = at(readObject(after, file), path);
  if (
    !isObject(found) ||
    stale.all.some((key) => key in found) ||
    leavesOf(entry).some(
      ([keys, value]) => !keptKeys.includes(keys[0] as string) && !isSame(at(found, keys), value),
    )
  )
    throw unusable(file, "has a duplicate key: remove one of them");
  return { text: mark + after, dropped: stale.dropped };
}

function entryIn({ text, file, table, name, ...deeper }: EntryRequest): JsonObject | null {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  if (content.trim() === "") return null;
  const root = readObject(content, file);
  const entry = at(root, [...tableIn(root, { table, ...deeper }), name]);
  return isObject(entry) ? entry : null;
}

function removed({ text, file, table, name, nestedTable, keptKeys = [] }: EntryRequest): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const before = text.slice(mark.length);
  if (before.trim() === "") return text;
  const root = readObject(before, file);
  const path = [...tableIn(root, { table, nestedTable, keptKeys }), name];
  if (!isObject(at(root, path))) return text;
  const tree = parseTree(before, [], { allowTrailingComma: true });
  const property = tree && findNodeAtLocation(tree, path)?.parent;
  const after = property ? removeProperty(before, property) : before;
  if (!isSame(readObject(after, file), withoutKey(root, path)))
    throw unusable(file, `has ${name} in a form that cannot be edited`);
  return mark + after;
}

function withoutKey(object: JsonObject, [key = "", ...inner]: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      name !== key
        ? [[name, value]]
        : isObject(value) && inner.length > 0
          ? [[name, withoutKey(value, inner)]]
          : [],
    ),
  );
}

/** Inserts the entry, with all missing objects on the way to it. */
function inserted(text: string, path: readonly string[], entry: unknown): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const depth = path.findIndex((_, keys) => !tree || !findNodeAtLocation(tree, path.slice(0, keys + 1)));
  const parent = tree && findNodeAtLocation(tree, path.slice(0, depth));
  // All keys before `depth` exist and are objects.
  if (!parent) throw new Error(`nothing at ${path.slice(0, depth).join(".")}`);
  const value = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
  return insertProperty(text, parent, { key: path[depth] as string, value, layout: layoutOf(text) });
}

interface Update {
  readonly path: readonly string[];
  readonly present: JsonObject;
  readonly entry: JsonObject;
  readonly keptKeys: readonly string[];
  /** Keys to remove. */
  readonly stale: readonly string[];
}

function updated(text: string, { path, present, entry, keptKeys, stale }: Update): string {
  const wanted = leavesOf(entry).filter(
    ([keys, value]) =>
      !(keptKeys.includes(keys[0] as string) && (keys[0] as string) in present) &&
      !isSame(at(present, keys), value),
  );
  const formattingOptions = layoutOf(text);
  return [...stale.map((key) => [[key], undefined] as const), ...wanted].reduce(
    (rest, [keys, value]) => applyEdits(rest, modify(rest, [...path, ...keys], value, { formattingOptions })),
    text,
  );
}

/**
 * Values of an entry with the paths of keys to them. In objects of an existing entry, other keys are kept.
 */
function leavesOf(entry: JsonObject): Leaf[] {
  return Object.entries(entry).flatMap(([key, value]): Leaf[] =>
    isObject(value) ? Object.entries(value).map(([inner, leaf]) => [[key, inner], leaf]) : [[[key], value]],
  );
}

type Leaf = readonly [keys: readonly string[], value: unknown];

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Parses JSON with comments and trailing commas. Throws `CLIENT_CONFIG_INVALID`. */
export function readObject(text: string, file: string): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw unusable(file, `cannot be parsed: ${wordsOf(first)}`, positionAt(text, first.offset));
  if (!isObject(value)) throw unusable(file, "is not a JSON object");
  return value;
}

/**
 * The path to the table of servers. The content decides whether a file has the nested table: an object with
 * keys of an entry is a server of that name.
 */
function tableIn(
  root: JsonObject,
  { table, nestedTable, keptKeys = [] }: Pick<EditRequest, "table" | "nestedTable" | "keptKeys">,
): readonly string[] {
  if (nestedTable === undefined) return table;
  const nested = at(root, [...table, nestedTable]);
  const isTable =
    isObject(nested) && ![...OWN_KEYS, ...keptKeys].some((key) => key in nested && !isObject(nested[key]));
  return isTable ? [...table, nestedTable] : table;
}

function requireTables(
  root: JsonObject,
  path: readonly string[],
  { text, file }: { readonly text: string; readonly file: string },
): void {
  for (let depth = 1; depth <= path.length; depth++) {
    const keys = path.slice(0, depth);
    const table = at(root, keys);
    if (table === undefined || isObject(table)) continue;
    const tree = parseTree(text, [], { allowTrailingComma: true });
    const node = tree && findNodeAtLocation(tree, [...keys]);
    const kind = Array.isArray(table) ? "an array" : table === null ? "null" : `a ${typeof table}`;
    throw unusable(
      file,
      `has ${kind} at ${keys.join(".")}, where an object is required`,
      node && positionAt(text, node.offset),
    );
  }
}

/** `PropertyNameExpected` → `property name expected`. */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The layout of the file, by its first indented line. */
export function layoutOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
