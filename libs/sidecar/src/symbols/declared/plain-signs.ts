/**
 * Scans a text without a grammar: which lines start inside a comment, string or heredoc, and where there are
 * braces and semicolons outside of these. One pass, in linear time. Pure.
 */
import type { LineIndex } from "../../syntax/chunk/lines.ts";

/**
 * What is not code in a format. Patterns are given as source without groups, and compiled with the flags `i`
 * and `m`.
 */
export interface PlainSyntax {
  /** Comments and strings that may span lines; an unclosed one extends to the end of the text. */
  readonly blocks?: readonly { readonly open: string; readonly close: string }[];
  /** Comments and strings that end with their line. */
  readonly quiet: string;
  /**
   * Whether `<<EOF` starts a heredoc, up to a line that consists of that word. Without such a line it is no
   * heredoc.
   */
  readonly heredocs?: boolean;
  /**
   * Whether `$$ … $$` and `$body$ … $body$` are quotes, and `delimiter //` changes the end of statements, as
   * in MySQL's client.
   */
  readonly isSql?: boolean;
}

export interface Sign {
  readonly sign: "{" | "}" | ";";
  readonly line: number;
}

/** Result of one scan of a text. */
export interface PlainSigns {
  /** Whether a line starts inside a block or heredoc. */
  readonly isInside: (line: number) => boolean;
  /** In the order of the text. A semicolon represents any end of a statement. */
  readonly signs: readonly Sign[];
}

const MAX_UNCLOSED = 100;
const HEREDOC = String.raw`(?<heredoc><<[-~]?["']?[a-z_]\w*["']?)`;
const SQL = String.raw`(?<delimiter>^[ \t]*delimiter[ \t]+\S+)|(?<batch>^[ \t]*go[ \t]*\r?$)|(?<dollars>\$(?:[a-z_]\w*)?\$)|(?<end>\/\/|;;|\|\||[|@~])`;

export function readPlainSigns(
  lines: LineIndex,
  { blocks = [], quiet, heredocs = false, isSql = false }: PlainSyntax,
): PlainSigns {
  const { text } = lines;
  const sources = [
    ...blocks.map(({ open }, at) => `(?<block${at}>${open})`),
    `(?<quiet>${quiet})`,
    ...(isSql ? [SQL] : []),
    ...(heredocs ? [HEREDOC] : []),
    "(?<sign>[{};])",
  ];
  const tokens = new RegExp(sources.join("|"), "gim");
  const inside = new Uint8Array(lines.count + 2);
  const signs: Sign[] = [];
  /** Skips the text between `from`, the end of a token, and `to`, which contains no code of its own. */
  const skip = (from: number, to: number): void => {
    inside.fill(1, lines.lineAt(from) + 1, lines.lineAt(Math.max(from, to - 1)) + 1);
    tokens.lastIndex = Math.max(from, to);
  };
  const closings = heredocs && text.includes("<<") ? loneWords(lines) : new Map<string, number[]>();
  let delimiter = ";";
  /** Tags that are never closed. After `MAX_UNCLOSED` of them, no others are searched. */
  const unclosed = new Set<string>();
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const [found] = match;
    const groups = match.groups ?? {};
    const line = lines.lineAt(match.index);
    const block = blocks.find((_, at) => groups[`block${at}`] !== undefined);
    if (block) skip(tokens.lastIndex, closedAt(text, tokens.lastIndex, new RegExp(block.close, "gim")));
    else if (groups["heredoc"] !== undefined) {
      const closing = nextOf(closings.get(/\w+/.exec(found)?.[0] ?? "") ?? [], line);
      if (closing !== null) skip(tokens.lastIndex, lines.endOf(closing));
    } else if (groups["dollars"] !== undefined && delimiter === ";") {
      // Not a tag inside a name, or if it is not closed.
      const isTag =
        !/[\w$]/.test(text[match.index - 1] ?? "") && !unclosed.has(found) && unclosed.size < MAX_UNCLOSED;
      const closing = isTag ? text.indexOf(found, tokens.lastIndex) : -1;
      if (closing !== -1) skip(tokens.lastIndex, closing + found.length);
      else if (isTag) unclosed.add(found);
    } else if (groups["delimiter"] !== undefined) delimiter = /\S+$/.exec(found)?.[0] ?? ";";
    else if (groups["batch"] !== undefined) signs.push({ sign: ";", line });
    else if (found === "{" || found === "}") signs.push({ sign: found, line });
    else if (groups["quiet"] === undefined && found === delimiter) signs.push({ sign: ";", line });
  }
  return { isInside: (line) => inside[line] === 1, signs };
}

function closedAt(text: string, from: number, close: RegExp): number {
  close.lastIndex = from;
  return close.test(text) ? close.lastIndex : text.length;
}

/** Numbers of lines that consist of one word, by the word, in descending order. */
function loneWords(lines: LineIndex): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let line = lines.count; line > 0; line--) {
    const word = /^[ \t]*(\w+)[ \t]*$/.exec(lines.headOf(line))?.[1];
    if (word === undefined) continue;
    const known = found.get(word);
    if (known) known.push(line);
    else found.set(word, [line]);
  }
  return found;
}

/** The next line after `line`. Calls must have ascending lines: passed lines are removed. */
function nextOf(descending: number[], line: number): number | null {
  while ((descending.at(-1) ?? Number.POSITIVE_INFINITY) <= line) descending.pop();
  return descending.at(-1) ?? null;
}
