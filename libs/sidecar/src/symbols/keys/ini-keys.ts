/** Sections and keys of INI files and their like, and the keys of properties. Pure. */
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import type { KeyEntry } from "./key-entries.ts";
import { LineKeys } from "./line-keys.ts";

const SECTION = /^\s*\[([^\n]+?)\]\s*(?:[;#].*)?$/;
const KEY = /^\s*([\p{L}\p{N}_.@$*/-]+(?: [\p{L}\p{N}_.@$*/-]+)*)\s*[=:]/u;

/**
 * By start. What is indented more than a key goes on with it, but where there are no sections (properties),
 * and so does what follows a line that ends with a backslash.
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
    // A path of Windows may end with a backslash: a section begins all the same.
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
