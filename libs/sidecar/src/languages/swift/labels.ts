/** Reads the argument labels of Swift's functions, which are part of their names. Pure. */
import { OPTIONAL, REST } from "../../call-facts/labels.ts";

/** Longer parameter lists are not read. */
const MAX_CHARS = 6_000;
/** The start of a declaration up to its parameters; for an enum case, its name. */
const HEAD = /(?<![".\w])(?:func\s+(?:[\p{L}_]\w*|`[^`]*`|[^\s\w(<]+)|init[?!]?|case\s+[\p{L}_`]\w*`?)\s*/u;

/**
 * `for`, `_` and `as=` for `func find(for task: Task, _ name: String, as type: Kind = .any)`; with `...` for
 * a variadic parameter. Null if the text is not such a declaration.
 *
 * @param text starts with a declaration
 */
export function swiftLabels(text: string): readonly string[] | null {
  const head = HEAD.exec(text.slice(0, MAX_CHARS));
  if (!head) return null;
  const from = afterTypeParameters(text, head.index + head[0].length);
  if (text[from] !== "(") return null;
  const parts = partsOf(text, from);
  return parts === null ? null : parts.map(labelOf);
}

function afterTypeParameters(text: string, from: number): number {
  if (text[from] !== "<") return from;
  for (let at = from, depth = 0; at < Math.min(text.length, from + MAX_CHARS); at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "-") depth--;
    if (depth === 0) return at + 1 + (/^\s*/.exec(text.slice(at + 1, at + 100))?.[0].length ?? 0);
  }
  return from;
}

/**
 * Parts between the commas of a list in brackets, without comments and strings; null if the list is not
 * closed.
 */
function partsOf(text: string, open: number): readonly string[] | null {
  const parts = [""];
  let depth = 0;
  /** Number of open type argument lists in the current part: `cache: Map<Key, Value>`. */
  let types = 0;
  for (let at = open; at < Math.min(text.length, open + MAX_CHARS); at++) {
    const skipped = skippedAt(text, at);
    if (skipped === -1) return null;
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    const char = text[at] as string;
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    if (depth === 0) return parts.length === 1 && parts[0]?.trim() === "" ? [] : parts;
    if (depth === 1 && char === "<") types++;
    else if (depth === 1 && char === ">" && text[at - 1] !== "-") types--;
    if (char === "," && depth === 1 && types <= 0) {
      parts.push("");
      types = 0;
    } else if (at > open) parts[parts.length - 1] += char;
  }
  return null;
}

/**
 * End of a string or comment that starts at an offset: the offset itself if none does, -1 if it is not
 * closed.
 */
function skippedAt(text: string, at: number): number {
  if (text.startsWith('"""', at)) return endOf(text, '"""', at + 3);
  if (text[at] === '"')
    return at + (/^"(?:[^"\\\n]|\\.)*"?/.exec(text.slice(at, at + MAX_CHARS))?.[0].length ?? 1);
  if (text.startsWith("//", at)) return endOf(text, "\n", at);
  return text.startsWith("/*", at) ? endOf(text, "*/", at + 2) : at;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? -1 : end + mark.length;
}

/** Label of `for task: Task`, `_ name: String = ""`, `task: Task...`, or a case's plain `Int`. */
function labelOf(part: string): string {
  const [, label] =
    /^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:`?([\p{L}_]\w*)`?)(?:\s+`?[\p{L}_]\w*`?)?\s*:/u.exec(part) ?? [];
  const isRest = /\.\.\.\s*(?:=|$)/.test(part);
  const isOptional = /(?<![=<>!&|+*/%^~-])=(?![=>])/.test(part);
  return `${label ?? "_"}${isRest ? REST : isOptional ? OPTIONAL : ""}`;
}
