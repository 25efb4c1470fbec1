/**
 * Of a text without a grammar: which lines begin within a comment, a text or a heredoc, and where braces and
 * semicolons stand that are in none of these. One pass, in time that grows with the text. Pure.
 */
import type { LineIndex } from "../../syntax/chunk/lines.ts";

/** Patterns are written as their source, without groups, and read with `i` and `m`. */
export interface PlainSyntax {
  /** What may reach over lines, to the end of the text where nothing closes it. */
  readonly blocks?: readonly { readonly open: string; readonly close: string }[];
  /** Comments and texts that end with their line. */
  readonly quiet: string;
  /** `<<EOF` up to a line that is that word alone; without one it is none. */
  readonly heredocs?: boolean;
  /**
   * `$$ … $$` and `$body$ … $body$` quote, and `delimiter //` changes what ends a statement, as MySQL's
   * client reads it.
   */
  readonly isSql?: boolean;
}

export interface Sign {
  readonly sign: "{" | "}" | ";";
  readonly line: number;
}

export interface PlainSigns {
  /** Whether a line begins within a block or heredoc. */
  readonly isInside: (line: number) => boolean;
  /** In the order of the text. A semicolon stands for whatever ends a statement. */
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
  /** What stands between `from`, where a token ends, and `to` is none of the text's own. */
  const skip = (from: number, to: number): void => {
    inside.fill(1, lines.lineAt(from) + 1, lines.lineAt(Math.max(from, to - 1)) + 1);
    tokens.lastIndex = Math.max(from, to);
  };
  const closings = heredocs && text.includes("<<") ? loneWords(lines) : new Map<string, number[]>();
  let delimiter = ";";
  /** Tags that nothing closes; after so many no other one is looked for. */
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
      // Within a name, and where nothing closes it, it is none.
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

/** Lines that are one word alone, by the word, the last one first. */
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

/** Asked for lines that only rise: those that are passed are dropped. */
function nextOf(descending: number[], line: number): number | null {
  while ((descending.at(-1) ?? Number.POSITIVE_INFINITY) <= line) descending.pop();
  return descending.at(-1) ?? null;
}
