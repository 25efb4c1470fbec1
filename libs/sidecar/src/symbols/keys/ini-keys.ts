/** Sections and keys of INI files and similar formats, and keys of properties files. Pure. */
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import type { KeyEntry } from "./key-entries.ts";
import { LineKeys } from "./line-keys.ts";

const SECTION = /^\s*\[([^\n]+?)\]\s*(?:[;#].*)?$/;
const KEY = /^\s*([\p{L}\p{N}_.@$*/-]+(?: [\p{L}\p{N}_.@$*/-]+)*)\s*[=:]/u;

/**
 * Sorted by start. Lines that are indented more than a key continue it, except in files without sections
 * (properties); so do lines after a trailing backslash.
 */
export function iniKeys(lines: LineIndex): KeyEntry[] {
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
