/**
 * The marked block that setup adds to a file of instructions for agents, such as `AGENTS.md`. Everything else
 * in the file stays byte for byte, and removing the block restores the file as it was. Pure.
 *
 *     existing text
 *     ⏎                                     one line break, with which the text ended or not
 *     <!-- satori:begin codex cursor -->    the clients that were set up with this file
 *     …
 *     <!-- satori:end -->
 *
 * A file that begins with the block was created for it.
 */
import { unusable } from "../files/edited.ts";

interface BlockEdit {
  /** Text of the file; null if it does not exist. */
  readonly text: string | null;
  /** For messages. */
  readonly file: string;
  /** The client that reads the file. */
  readonly client: string;
}

/** A block in a file, by offsets. */
interface Block {
  /** Start of the begin marker. */
  readonly from: number;
  /** After the line break of the end marker, or the end of the text. */
  readonly to: number;
  /** Clients in the order in which they stand there. */
  readonly clients: readonly string[];
}

/** Lines that are markers, with their line breaks; the first line without its byte order mark. */
const MARKER = /(?<=^\ufeff?)[ \t]*<!-- satori:(begin|end)((?: [\w-]+)*) -->[ \t]*(?:\r?\n|$)/gm;

/**
 * The file with the block; unchanged if it has this one. Several clients can share it: the marker lists them.
 * Throws `CLIENT_CONFIG_INVALID` for damaged markers.
 *
 * @param body lines of the block, each ending with `\n`
 */
export function withBlock({ text, file, client }: BlockEdit, body: string): string {
  const block = blockIn(text ?? "", file);
  const clients = [...new Set([...(block?.clients ?? []), client])].sort(ascending);
  const written = (lineBreak: string): string =>
    `<!-- satori:begin ${clients.join(" ")} -->\n${body}<!-- satori:end -->\n`.replaceAll("\n", lineBreak);
  if (text === null) return written("\n");
  const lineBreak = lineBreakOf(block ? text.slice(block.from) : text);
  if (!block) return text + lineBreak + written(lineBreak);
  // The line break after the end marker may be missing.
  const end = text.slice(block.from, block.to).endsWith("\n") ? lineBreak.length : 0;
  const after = written(lineBreak);
  return (
    text.slice(0, block.from) + after.slice(0, after.length - lineBreak.length + end) + text.slice(block.to)
  );
}

/**
 * The file without the block, or with it for the other clients that it lists; null if the file was created
 * for it and has nothing else. Unchanged if the block is not there, or not for this client. Throws
 * `CLIENT_CONFIG_INVALID` for damaged markers.
 */
export function withoutBlock({ text, file, client }: BlockEdit & { readonly text: string }): string | null {
  const block = blockIn(text, file);
  if (!block || (block.clients.length > 0 && !block.clients.includes(client))) return text;
  const others = block.clients.filter((id) => id !== client);
  if (others.length > 0)
    return (
      text.slice(0, block.from) +
      text
        .slice(block.from)
        .replace(
          /^([ \t]*<!-- satori:begin)[^>]*? -->/,
          (_, start: string) => `${start} ${others.join(" ")} -->`,
        )
    );
  const before = text.slice(0, block.from);
  const rest = text.slice(block.to);
  if (/^\ufeff?$/.test(before) && rest === "") return null;
  const lineBreak = lineBreakOf(text.slice(block.from));
  return (before.endsWith(lineBreak) ? before.slice(0, -lineBreak.length) : before) + rest;
}

/**
 * Whether the file has a block with another body: of another version, or with changes by people. Throws
 * `CLIENT_CONFIG_INVALID` for damaged markers.
 */
export function hasOtherBlock(
  { text, file }: Pick<BlockEdit, "file"> & { readonly text: string },
  body: string,
): boolean {
  const block = blockIn(text, file);
  return (
    block !== null && !text.slice(block.from, block.to).replaceAll("\r\n", "\n").includes(`-->\n${body}<!--`)
  );
}

/** The one block of the file. Throws `CLIENT_CONFIG_INVALID` if its markers are not one pair. */
function blockIn(text: string, file: string): Block | null {
  const markers = [...text.matchAll(MARKER)];
  const [begin, end] = markers;
  if (!begin) return null;
  if (markers.length !== 2 || begin[1] !== "begin" || end?.[1] !== "end")
    throw unusable(
      file,
      `has damaged markers of Satori on ${linesOf(markers, text)}: there must be one <!-- satori:begin --> ` +
        "and, after it, one <!-- satori:end -->. Correct or delete these lines, then run setup again",
    );
  return {
    from: begin.index,
    to: end.index + end[0].length,
    clients: (begin[2] ?? "").split(" ").filter((client) => client !== ""),
  };
}

function linesOf(markers: readonly RegExpExecArray[], text: string): string {
  const numbers = markers.map(({ index }) => text.slice(0, index).split("\n").length);
  return `line${numbers.length === 1 ? "" : "s"} ${numbers.join(", ")}`;
}

/** The first line break of a text. */
function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

function ascending(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
