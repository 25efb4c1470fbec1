/**
 * Reads git's configuration format, as far as the ignore policy needs it.
 *
 * @see git-config(1), "CONFIGURATION FILE"
 */

/** One assignment, in file order. */
export interface ConfigEntry {
  /** `section.key` in lower case, or `section.subsection.key` with the subsection as written. */
  readonly name: string;
  /** Null if the key has no value, which means true. */
  readonly value: string | null;
}

const SECTION = /\[\s*([-.\w]+)(?:\s+"((?:[^"\\\n]|\\.)*)")?\s*\]/y;
const KEY = /([a-zA-Z][-a-zA-Z0-9]*)[ \t]*/y;
const SPACE = /[ \t\r\f\v\n\ufeff]*/y;
const LINE = /[^\n]*/y;

/** The assignments of a configuration file. Invalid lines are skipped. Never throws. */
export function parseGitConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  for (let at = endOf(SPACE, text, 0); at < text.length; at = endOf(SPACE, text, at)) {
    const header = matchAt(SECTION, text, at);
    const key = header === null ? matchAt(KEY, text, at) : null;
    if (header !== null) {
      const [whole, main = "", sub] = header;
      section =
        sub === undefined ? main.toLowerCase() : `${main.toLowerCase()}.${sub.replace(/\\(.)/g, "$1")}`;
      at += whole.length;
    } else if (key === null) {
      at = endOf(LINE, text, at);
    } else {
      const name = `${section === "" ? "" : `${section}.`}${key[1]?.toLowerCase()}`;
      at += key[0].length;
      const value = text[at] === "=" ? readValue(text, at + 1) : null;
      entries.push({ name, value: value?.text ?? null });
      at = value?.end ?? endOf(LINE, text, at);
    }
  }
  return entries;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/**
 * Reads a value: removes quotes, resolves escapes, joins lines after a backslash, drops a comment and outer
 * space.
 */
function readValue(text: string, start: number): { text: string; end: number } {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  let at = start;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const char = text.charAt(at);
    if (!isQuoted && (char === "#" || char === ";")) return { text: value, end: endOf(LINE, text, at) };
    if (!isQuoted && /\s/.test(char)) {
      if (value !== "") spaces += char;
      continue;
    }
    value += spaces;
    spaces = "";
    if (char === '"') isQuoted = !isQuoted;
    else if (char !== "\\") value += char;
    else if (text.startsWith("\r\n", at + 1)) at += 2;
    else if (text[++at] !== "\n") value += ESCAPES[text.charAt(at)] ?? text.charAt(at);
  }
  return { text: value, end: at };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}
