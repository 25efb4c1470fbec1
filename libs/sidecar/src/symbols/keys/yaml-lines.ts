/** Parses single lines of YAML: where documents start, and which key a line has. Pure. */
import type { LineIndex } from "../../syntax/chunk/lines.ts";

/** The key on a line. */
export interface YamlKey {
  readonly name: string;
  /** Whether the line has no value: keys or items may follow below. */
  readonly isEmpty: boolean;
  /** The value, if it consists only of words, quoted or not. */
  readonly plain: string | null;
}

const QUOTED = /^(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'((?:[^']|'')*)')\s*:(?=\s|$)/;

/** The key of a line; null if it has none. @param text a line without its indentation */
export function readKey(text: string): YamlKey | null {
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
export function documentsOf(lines: LineIndex): Document[] {
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
export function nameOfDocument(lines: LineIndex, first: number, last: number): string | null {
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
