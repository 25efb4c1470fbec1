/**
 * Keys of YAML by indentation, document by document. A key with a value on its line has no keys below it,
 * whatever the next lines look like: block scalars, quoted strings, and lists and maps in brackets are
 * skipped, and so are keys in lists. Pure.
 */
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import type { KeyEntry } from "./key-entries.ts";
import { LineKeys } from "./line-keys.ts";

interface OpenKey {
  readonly indent: number;
  readonly entry: number;
  /** Indentation of its items; null before the first. */
  itemIndent: number | null;
}

/** Sorted by start. Documents are entries if there are several, or if they are Kubernetes objects. */
export function yamlKeys(lines: LineIndex): KeyEntry[] {
  const keys = new LineKeys(lines);
  const documents = documentsOf(lines);
  for (const [at, { first, last, isValue }] of documents.entries()) {
    const name = nameOfDocument(lines, first, last) ?? (documents.length > 1 ? `document ${at + 1}` : null);
    const document = name === null ? -1 : keys.add({ name, kind: "object", parent: -1 }, first);
    if (!isValue) new DocumentReader(lines, keys, document).read(first, last);
    keys.end(document, last);
  }
  return keys.all();
}

class DocumentReader {
  private readonly lines: LineIndex;
  private readonly keys: LineKeys;
  private readonly document: number;
  private readonly open: OpenKey[] = [];
  /** Lines indented more than this have no keys; null if the next line may have one. */
  private leaf: number | null = null;
  /** The current item of a list that is the whole document, and the indentation of its keys. */
  private item: {
    readonly from: number;
    readonly indent: number;
    readonly isMap: boolean;
    name: string | null;
  } | null = null;
  /** Number of items of that list so far. */
  private items = 0;
  /** The last line with content. */
  private last: number;

  constructor(lines: LineIndex, keys: LineKeys, document: number) {
    this.lines = lines;
    this.keys = keys;
    this.document = document;
    this.last = 0;
  }

  read(first: number, last: number): void {
    for (let line = first; line <= last; line++) {
      if (this.lines.isBlank(line)) continue;
      const head = this.lines.headWithoutMark(line);
      const indent = /^[ \t]*/.exec(head)?.[0].length ?? 0;
      this.readLine(line, head.slice(indent), indent);
    }
    this.endKeys(-1);
    this.endItem();
  }

  private readLine(line: number, text: string, indent: number): void {
    if (this.leaf !== null && (indent > this.leaf || /^[\]}]/.test(text))) {
      if (this.item?.name === null && indent === this.item.indent) this.nameItem(readKey(text));
      this.last = line;
      return;
    }
    // Comments belong to what follows them, lines of a template to nothing.
    if (/^(?:#|\{\{|\{%)/.test(text)) return;
    this.leaf = null;
    if (/^-(?:\s|$)/.test(text)) this.readItem(line, text, indent);
    else {
      this.endKeys(indent - 1);
      this.endItem();
      this.readKeyAt(line, text, indent);
    }
    this.last = line;
  }

  private readItem(line: number, text: string, indent: number): void {
    this.endKeys(indent);
    const list = this.open.at(-1);
    if (list) {
      list.itemIndent ??= indent;
      if (list.itemIndent === indent) this.keys.addItem(list.entry);
    } else {
      this.endItem();
      const inner = /^-\s*/.exec(text)?.[0].length ?? 1;
      const key = readKey(text.slice(inner));
      this.item = { from: line, indent: indent + inner, isMap: key !== null, name: null };
      this.nameItem(key);
    }
    this.leaf = indent;
  }

  /** Names an item by its `name`, `id` or `title`; other items with keys are numbered. */
  private nameItem(key: YamlKey | null): void {
    if (this.item && key && /^(?:name|id|title)$/.test(key.name) && key.plain !== null)
      this.item.name = key.plain;
  }

  private endItem(): void {
    if (!this.item) return;
    const { from, isMap, name } = this.item;
    const number = this.items++;
    if (isMap)
      this.keys.end(
        this.keys.add({ name: name ?? String(number), kind: "object", parent: this.document }, from),
        this.last,
      );
    else this.keys.count(this.document);
    this.item = null;
  }

  private readKeyAt(line: number, text: string, indent: number): void {
    const key = readKey(text);
    if (!key) {
      // A value that starts below its key, or is the whole document. Lines below any other line belong to
      // that line.
      if (/^[[{"'|>]/.test(text)) this.leaf = this.open.at(-1)?.indent ?? -1;
      else if (!/^[!&]\S*\s*$/.test(text)) this.leaf = indent;
      return;
    }
    const around = this.open.at(-1)?.entry ?? this.document;
    const isDeep = this.open.length >= SIDECAR_LIMITS.keyDepth;
    const entry = isDeep
      ? this.keys.count(around)
      : this.keys.add({ name: key.name, kind: "property", parent: around }, line);
    this.open.push({ indent, entry, itemIndent: null });
    if (!key.isEmpty) this.leaf = indent;
  }

  /** Ends the open keys that are indented more than `indent`. */
  private endKeys(indent: number): void {
    for (let top = this.open.at(-1); top && top.indent > indent; top = this.open.at(-1)) {
      this.keys.end(top.entry, this.last);
      this.open.pop();
    }
  }
}

// Parses single lines of YAML: where documents start, and which key a line has. Pure.

/** The key on a line. */
interface YamlKey {
  readonly name: string;
  /** Whether the line has no value: keys or items may follow below. */
  readonly isEmpty: boolean;
  /** The value, if it consists only of words, quoted or not. */
  readonly plain: string | null;
}

const QUOTED = /^(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'((?:[^']|'')*)')\s*:(?=\s|$)/;

/** The key of a line; null if it has none. @param text a line without its indentation */
function readKey(text: string): YamlKey | null {
  const quoted = QUOTED.exec(text);
  const colon = quoted ? quoted[0].length - 1 : text.search(/:(?:\s|$)/);
  if (
    colon < 1 ||
    (!quoted && (/^(?:[#&*!|>'"%@`{[\]},]|[?-](?:\s|$))/.test(text) || /\s#/.test(text.slice(0, colon))))
  )
    return null;
  const name = quoted
    ? (quoted[1]?.replace(/\\(.)/g, "$1") ?? quoted[2]?.replaceAll("''", "'") ?? "")
    : text.slice(0, colon).trimEnd();
  // Anchors and tags before a value are not part of it.
  const value = text
    .slice(colon + 1)
    .replace(/^\s*(?:[&!]\S*(?:\s+|$))*/, "")
    .replace(/(?:^|\s)#.*$/, "")
    .trimEnd();
  return {
    name,
    isEmpty: value === "",
    plain: /^(?:"([^"\\]+)"|'([^']+)'|[^\s"'[\]{}&*!|>%@`#][^"{}]*)$/.test(value)
      ? value.replace(/^(["'])(.*)\1$/, "$2")
      : null,
  };
}

interface Document {
  readonly first: number;
  readonly last: number;
  /** Whether it is a single string, or a list or map in brackets, that starts on the `---` line. */
  readonly isValue: boolean;
}

/** Documents with content, without the lines between them. */
function documentsOf(lines: LineIndex): Document[] {
  const documents: Document[] = [];
  let [first, last, isValue] = [0, 0, false];
  const end = (head: string): void => {
    if (first > 0) documents.push({ first, last, isValue });
    [first, isValue] = [0, /^---\s+(?:[&!]\S+\s+)*[[{"'|>]/.test(head)];
  };
  for (let line = 1; line <= lines.count; line++) {
    const head = lines.headWithoutMark(line);
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(head)) end(head);
    else if (
      !lines.isBlank(line) &&
      !/^(?:#|%[A-Z])/.test(head.trimStart()) &&
      !/^\s*(?:\{\{|\{%)/.test(head)
    ) {
      if (first === 0) first = line;
      last = line;
    }
  }
  end("");
  return documents;
}

/** `Deployment/web` for a Kubernetes object; null for any other document. */
function nameOfDocument(lines: LineIndex, first: number, last: number): string | null {
  let [kind, version, name]: [string | null, string | null, string | null] = [null, null, null];
  /** Indentation of the first line below `metadata`: names that are deeper belong to labels. */
  let [isMetadata, inner]: [boolean, number | null] = [false, null];
  for (let line = first; line <= last && (kind === null || version === null || name === null); line++) {
    const head = lines.headWithoutMark(line);
    if (/^[^\s#]/.test(head)) {
      const key = readKey(head);
      [isMetadata, inner] = [key?.name === "metadata", null];
      if (key?.name === "kind") kind ??= key.plain;
      if (key?.name === "apiVersion") version ??= key.plain;
    } else if (isMetadata && /^ +[^\s#]/.test(head)) {
      const text = head.trimStart();
      inner ??= head.length - text.length;
      if (head.length - text.length === inner && text.startsWith("name:"))
        name ??= readKey(text)?.plain ?? null;
    }
  }
  return kind === null || version === null || !/^\w+$/.test(kind)
    ? null
    : [kind, ...(name === null ? [] : [name])].join("/");
}
