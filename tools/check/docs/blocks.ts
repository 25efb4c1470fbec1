/**
 * Fenced blocks of a Markdown document, and the examples that they show: commands, with what comes of them.
 * Pure.
 */

export interface Block {
  /** What the fence names first, such as `sh`; empty where it names nothing. */
  readonly language: string;
  /**
   * Commands in it are not run when the documents are checked: they take a server, a network, or a file that
   * the reader has.
   */
  readonly isRun: boolean;
  /** Of the first line inside, 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Example {
  /** 1-based. */
  readonly line: number;
  /** As a shell takes it. */
  readonly command: string;
  readonly exitCode: number;
  /**
   * Lines that come out of it, with `…` for what is not shown; null where the document says nothing of them.
   */
  readonly output: readonly string[] | null;
}

const FENCE = /^(\s*)```(.*)$/;
const EXIT_CODE = /\s+# (?:.*\b)?exit code (\d+)$/;

/** In the order of the document. A block in a list item loses the indentation of its fence. */
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
 * `sh`: each line is a command. `console`: those behind `$ ` are, and what follows comes out of them. Others
 * have none. A comment `# exit code 1` at a command's end says how it ends; else it ends with 0.
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
 * Whether an output is what a document shows of it: `…` stands for anything on a line, and alone for any
 * lines or none.
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
