/**
 * Hides the lines of code cells that the kernel's language does not know: the marks of cells and, for Python,
 * magics and shell commands of IPython. Keeps length and line ends. Pure.
 */
import { blank } from "../../blank.ts";
import { MARK } from "./cells.ts";

/** `%matplotlib inline`, `!ls`, `?help`, `help?`. */
const LINE_MAGIC = /^[ \t]*(?:[%!?].*|[\w.]+\?{1,2}[ \t]*)$/;
/** `files = !ls`. */
const ASSIGNED_MAGIC = /^([ \t]*[\w, .]{1,200}=[ \t]*)([%!].*)$/;
const OPENING = new Set("([{");
const CLOSING = new Set(")]}");

/** The text with the marks of cells hidden. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, blank);
}

/**
 * The text with marks and with the magics of IPython hidden. A magic starts a statement: a line within
 * brackets or a string, or after a backslash, is code.
 */
export function withoutMagics(text: string): string {
  const statements = new PythonStatements();
  return text
    .split("\n")
    .map((line) => {
      if (line.search(MARK) === 0) {
        // Each cell is code of its own, even if the one before is unfinished.
        statements.restart();
        return blank(line);
      }
      if (statements.isInside) return statements.read(line);
      if (LINE_MAGIC.test(line)) return blank(line);
      return statements.read(
        line.replace(ASSIGNED_MAGIC, (_, head: string, magic: string) => `${head}0${blank(magic.slice(1))}`),
      );
    })
    .join("\n");
}

/** Whether the next line of Python continues a statement. */
class PythonStatements {
  private depth = 0;
  /** The quotation marks of the open string; empty if there is none. */
  private quote = "";
  private isContinued = false;

  get isInside(): boolean {
    return this.depth > 0 || this.quote !== "" || this.isContinued;
  }

  restart(): void {
    this.depth = 0;
    this.quote = "";
    this.isContinued = false;
  }

  /** Reads a line, and returns it. */
  read(line: string): string {
    this.isContinued = /\\\r?$/.test(line);
    for (let at = 0; at < line.length; at++) {
      const char = line[at] as string;
      if (this.quote !== "") {
        if (char === "\\") at++;
        else if (line.startsWith(this.quote, at)) {
          at += this.quote.length - 1;
          this.quote = "";
        }
      } else if (char === "#") break;
      else if (char === '"' || char === "'") {
        this.quote = line.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
        at += this.quote.length - 1;
      } else if (OPENING.has(char)) this.depth++;
      else if (CLOSING.has(char)) this.depth = Math.max(0, this.depth - 1);
    }
    // Only strings in three quotation marks go on, unless the line ends with a backslash.
    if (this.quote.length === 1 && !this.isContinued) this.quote = "";
    return line;
  }
}
