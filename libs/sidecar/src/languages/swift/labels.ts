/**
 * What callers of a function of Swift write in front of its arguments: these labels are a part of its name.
 * Pure.
 */
import { OPTIONAL, REST } from "../../call-facts/labels.ts";

/** Longer lists of parameters are not read. */
const MAX_CHARS = 6_000;
/** How a declaration gets to its parameters; of a case it is the name that they stand behind. */
const HEAD = /(?<![".\w])(?:func\s+(?:[\p{L}_]\w*|`[^`]*`|[^\s\w(<]+)|init[?!]?|case\s+[\p{L}_`]\w*`?)\s*/u;

/**
 * `for`, `_` and `as=` of `func find(for task: Task, _ name: String, as type: Kind = .any)`; with `...` where
 * a parameter takes any number. Null where the text is no such declaration.
 *
 * @param text begins with a declaration
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

/** What stands between the commas of a list in brackets, without comments and texts; null without its end. */
function partsOf(text: string, open: number): readonly string[] | null {
  const parts = [""];
  let depth = 0;
  /** Of the part, how many lists of type arguments are open: `cache: Map<Key, Value>`. */
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
 * Where a text or a comment ends that begins at a place: that place where none does, -1 where it has no end.
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

/** Of `for task: Task`, `_ name: String = ""`, `task: Task...`, and of a case's plain `Int`. */
function labelOf(part: string): string {
  const [, label] =
    /^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:`?([\p{L}_]\w*)`?)(?:\s+`?[\p{L}_]\w*`?)?\s*:/u.exec(part) ?? [];
  const isRest = /\.\.\.\s*(?:=|$)/.test(part);
  const isOptional = /(?<![=<>!&|+*/%^~-])=(?![=>])/.test(part);
  return `${label ?? "_"}${isRest ? REST : isOptional ? OPTIONAL : ""}`;
}
