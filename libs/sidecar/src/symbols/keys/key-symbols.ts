/**
 * Selects the keys of a data file that form its outline: as many as are much less to read than the file.
 * Pure.
 */
import type { SymbolFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { LineIndex } from "../../syntax/chunk/lines.ts";
import { SymbolIds } from "../symbol-id.ts";
import { htmlElements } from "./html-elements.ts";
import { jsonKeys } from "./json-keys.ts";
import type { KeyEntry } from "./key-entries.ts";
import { LineKeys } from "./line-keys.ts";
import { tomlKeys } from "./toml-keys.ts";
import { yamlKeys } from "./yaml-keys.ts";

// Sections and keys of INI files and similar formats, and keys of properties files. Pure.

const SECTION = /^\s*\[([^\n]+?)\]\s*(?:[;#].*)?$/;
const KEY = /^\s*([\p{L}\p{N}_.@$*/-]+(?: [\p{L}\p{N}_.@$*/-]+)*)\s*[=:]/u;

/**
 * Sorted by start. Lines that are indented more than a key continue it, except in files without sections
 * (properties); so do lines after a trailing backslash.
 */
function iniKeys(lines: LineIndex): KeyEntry[] {
  const keys = new LineKeys(lines);
  let [section, key, indent, last] = [-1, -1, Number.POSITIVE_INFINITY, 0];
  const isIndentTelling = hasSections(lines);
  let goesOn = false;
  const endKey = (): void => {
    keys.end(key, last);
    key = -1;
  };
  for (let line = 1; line <= lines.count; line++) {
    const head = lines.headWithoutMark(line);
    const own = isIndentTelling ? (/^\s*/.exec(head)?.[0].length ?? 0) : 0;
    // A Windows path may end with a backslash, so a section header always starts a section.
    const name = own > indent ? undefined : SECTION.exec(head)?.[1];
    const isGoingOn: boolean = goesOn && name === undefined;
    const isComment: boolean = !isGoingOn && /^\s*[#;!]/.test(head);
    goesOn = !isComment && /(?:^|[^\\])(?:\\\\)*\\$/.test(head);
    if (isGoingOn) last = line;
    if (isGoingOn || lines.isBlank(line) || isComment) continue;
    const word = own > indent ? undefined : KEY.exec(head)?.[1];
    if (own <= indent) endKey();
    if (name !== undefined) {
      keys.end(section, last);
      section = keys.add({ name: name.trim(), kind: "section", parent: -1 }, line);
      indent = Number.POSITIVE_INFINITY;
    } else if (word !== undefined) {
      key = keys.add({ name: word, kind: "property", parent: section }, line);
      indent = own;
    }
    last = line;
  }
  endKey();
  keys.end(section, last);
  return keys.all();
}

function hasSections(lines: LineIndex): boolean {
  for (let line = 1; line <= lines.count; line++) if (SECTION.test(lines.headWithoutMark(line))) return true;
  return false;
}

const READERS: ReadonlyMap<string, (lines: LineIndex) => KeyEntry[]> = new Map([
  ["json", ({ text, check }: LineIndex) => jsonKeys(text, check)],
  ["yaml", yamlKeys],
  ["toml", tomlKeys],
  ["ini", iniKeys],
  ["html", htmlElements],
]);

/**
 * Whether files of a language are outlined by their keys. Keys are not definitions: searches neither find nor
 * rank files by them.
 */
export function hasKeys(language: string): boolean {
  return READERS.has(language);
}

/**
 * Symbols in the order of the text, at most `SIDECAR_LIMITS.keysPerFile`; `omittedKeys` counts the rest. The
 * keys below an entry are listed either all or not at all; if not, the entry's signature has their number.
 */
export function keySymbols(language: string, path: string, lines: LineIndex): SymbolFact[] {
  const entries = READERS.get(language)?.(lines) ?? [];
  const listed = listedEntries(entries, lines);
  const ids = new SymbolIds(path);
  const positions = new Map<number, number>();
  const symbols: SymbolFact[] = [];
  for (const at of [...listed].sort((left, right) => left - right)) {
    const entry = entries[at] as KeyEntry;
    const { name, scope, kind, start, end } = entry;
    const parent = positions.get(entry.parent) ?? -1;
    const label = [...(parent === -1 ? [] : [symbols[parent]?.label]), ...scope, name]
      .join(".")
      .slice(0, SIDECAR_LIMITS.labelChars);
    const startLine = lines.lineAt(start);
    const endLine = lines.lineAt(Math.max(start, end - 1));
    positions.set(at, symbols.length);
    symbols.push({
      id: ids.next(kind, label),
      kind,
      name,
      label,
      parent,
      start,
      end,
      startLine,
      endLine,
      nameLine: startLine,
      signature: null,
      doc: null,
    });
  }
  const withKeys = new Set(symbols.map(({ parent }) => parent));
  const ats = [...positions.keys()];
  return symbols.map((symbol, at) =>
    withKeys.has(at)
      ? symbol
      : { ...symbol, signature: signatureOf(entries[ats[at] as number] as KeyEntry, symbol, lines) },
  );
}

/**
 * Number of outermost keys of a text that its outline of `listed` symbols omits.
 *
 * @param check called for each line, token or tag of the text; may throw
 */
export function omittedKeys(language: string, text: string, listed: number, check?: () => void): number {
  if (listed < SIDECAR_LIMITS.keysPerFile) return 0;
  const outermost =
    READERS.get(language)?.(new LineIndex(text, check)).filter(({ parent }) => parent === -1) ?? [];
  return Math.max(0, outermost.length - SIDECAR_LIMITS.keysPerFile);
}

/**
 * The outermost keys; then, as long as there is room, the keys of one entry after the other. Entries whose
 * keys have keys themselves come first, and on the third level only those are listed, the largest first. An
 * entry on a single line needs no outline.
 */
function listedEntries(entries: readonly KeyEntry[], lines: LineIndex): Set<number> {
  const room = Math.min(
    SIDECAR_LIMITS.keysPerFile,
    Math.max(SIDECAR_LIMITS.keysAtLeast, Math.floor(lines.text.length / SIDECAR_LIMITS.charsPerKey)),
  );
  const isLong = (at: number): boolean => {
    const { start, end } = entries[at] as KeyEntry;
    return lines.endOf(lines.lineAt(start)) < end;
  };
  const groups = new Map<number, number[]>();
  for (const [at, { parent }] of entries.entries()) {
    const group = groups.get(parent);
    if (group) group.push(at);
    else groups.set(parent, [at]);
  }
  const listed = new Set((groups.get(-1) ?? []).slice(0, SIDECAR_LIMITS.keysPerFile));
  let level = [...listed];
  for (let depth = 1; depth < SIDECAR_LIMITS.keyDepth; depth++) {
    const known = level.flatMap((parent) => {
      const keys = groups.get(parent) ?? [];
      return keys.length > 0 && keys.length === entries[parent]?.count && isLong(parent)
        ? [{ keys, long: keys.filter(isLong).length }]
        : [];
    });
    const telling = known.filter(({ keys, long }) => 2 * long > keys.length);
    const wanted =
      depth === 1
        ? [...telling, ...known.filter((group) => !telling.includes(group))]
        : telling.sort((left, right) => right.keys.length - left.keys.length);
    level = [];
    for (const { keys } of wanted) {
      if (listed.size + keys.length > room) continue;
      for (const at of keys) listed.add(at);
      level.push(...keys);
    }
  }
  return listed;
}

function signatureOf(
  { start, end, count, unit }: KeyEntry,
  { startLine, endLine }: SymbolFact,
  lines: LineIndex,
): string {
  const head = lines.text
    .slice(start, Math.min(end, lines.endOf(startLine), start + SIDECAR_LIMITS.signatureChars))
    .trim();
  return endLine > startLine && count > 0
    ? `${head} … ${count} ${count === 1 ? unit.slice(0, -1) : unit}`
    : head;
}
