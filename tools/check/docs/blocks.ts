/** Fenced blocks of a Markdown document, and the examples in them: commands with their output. Pure. */

export interface Block {
  /** First word after the fence, such as `sh`; empty if there is none. */
  readonly language: string;
  /**
   * False for `no-run`: its commands are not run when documents are checked, because they need a server, a
   * network, or a file of the reader's.
   */
  readonly isRun: boolean;
  /** Number of the first line inside the block, 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Example {
  /** 1-based. */
  readonly line: number;
  /** The command, in shell syntax. */
  readonly command: string;
  readonly exitCode: number;
  /** Lines of output, with `…` for omitted text; null if the document shows no output. */
  readonly output: readonly string[] | null;
}

const FENCE = /^(\s*)```(.*)$/;
const EXIT_CODE = /\s+# (?:.*\b)?exit code (\d+)$/;

/** Blocks in document order. A block in a list item loses the indentation of its fence. */
export function blocksIn(document: string): Block[] {
  const blocks: Block[] = [];
  const lines = document.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines[at] as string);
    if (!fence) continue;
    const [, indentation = "", info = ""] = fence;
    const from = at + 1;
    while (++at < lines.length && (lines[at] as string).trim() !== "```");
    const [language = "", ...flags] = info.trim().split(/\s+/);
    blocks.push({
      language,
      isRun: !flags.includes("no-run"),
      line: from + 1,
      text: lines
        .slice(from, at)
        .map((line) => line.slice(indentation.length))
        .join("\n"),
    });
  }
  return blocks;
}

/**
 * Examples of a block. In `sh`, each line is a command; in `console`, lines after `$ ` are commands and the
 * lines below are their output. Other blocks have none. A comment `# exit code 1` at the end of a command
 * sets its expected exit code; default: 0.
 */
export function examplesIn({ language, line, text }: Block): Example[] {
  const examples: { line: number; command: string; exitCode: number; output: string[] | null }[] = [];
  if (language !== "sh" && language !== "console") return examples;
  for (const [at, words] of text.split("\n").entries()) {
    const command = language === "sh" ? words : words.startsWith("$ ") ? words.slice(2) : null;
    if (command === null) examples.at(-1)?.output?.push(words);
    else if (command.trim() !== "" && !command.startsWith("#"))
      examples.push({
        line: line + at,
        command,
        exitCode: Number(EXIT_CODE.exec(command)?.[1] ?? 0),
        output: language === "sh" ? null : [],
      });
  }
  return examples;
}

/**
 * Whether an output matches what a document shows: `…` stands for any text within a line, and alone on a line
 * for any number of lines.
 */
export function fits(output: string, shown: readonly string[]): boolean {
  const pattern = shown.map((line) =>
    line === "…"
      ? "(?:.*\n)*"
      : `${line
          .split("…")
          .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
          .join(".*")}\n`,
  );
  return new RegExp(`^${pattern.join("")}$`).test(
    output === "" || output.endsWith("\n") ? output : `${output}\n`,
  );
}
