/** Sections and keys of INI files and their like, and the keys of properties. Pure. */
import type { LineIndex } from "../../chunk/lines.ts";
import type { KeyEntry } from "./key-entries.ts";
import { LineKeys, headOf } from "./line-keys.ts";

/** By start. What is indented more than a key goes on with it, and so does what follows a line that ends with a backslash. */
export function iniKeys(lines: LineIndex): KeyEntry[] {
  const keys = new LineKeys(lines);
  let [section, key, indent, last] = [-1, -1, Number.POSITIVE_INFINITY, 0];
  let goesOn = false;
  const endKey = (): void => {
    keys.end(key, last);
    key = -1;
  };
  for (let line = 1; line <= lines.count; line++) {
    const head = headOf(lines, line);
    const isGoingOn = goesOn;
    goesOn = /(?:^|[^\\])(?:\\\\)*\\$/.test(head);
    if (isGoingOn) last = line;
    if (isGoingOn || lines.isBlank(line) || /^\s*[#;!]/.test(head)) continue;
    const name = /^\[([^\n]+)\]\s*(?:[;#].*)?$/.exec(head)?.[1];
    const own = /^\s*/.exec(head)?.[0].length ?? 0;
    const word = own > indent ? undefined : /^\s*([\w.@$-]+)\s*[=:]/.exec(head)?.[1];
    if (name !== undefined || word !== undefined) endKey();
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
