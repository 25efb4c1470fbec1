/** Collects the last message of a started process: why it ended, in one line. */

/** Characters of a line that are kept; the beginning tells what it is about. */
const MOST_CHARS = 2_000;

export class LastWords {
  private unended = "";
  private last = "";
  private lastError = "";

  /** Takes a part of the output, which may end within a line. */
  hear(part: string): void {
    const [first = "", ...others] = part.split("\n");
    const lines = [this.unended + first, ...others];
    this.unended = (lines.pop() ?? "").slice(0, MOST_CHARS);
    for (const line of lines) this.note(line);
  }

  /** The last line that starts like an error, else the last line; empty if there was no output. */
  get line(): string {
    this.note(this.unended);
    return this.lastError === "" ? this.last : this.lastError;
  }

  private note(line: string): void {
    const said = line.slice(0, MOST_CHARS).trim();
    if (said === "") return;
    this.last = said;
    if (ERROR.test(said)) this.lastError = said;
  }
}

/**
 * `Error: …`, `ModuleNotFoundError: …`, also after the name of a program, as in `docker: Error response …`.
 */
const ERROR = /^(?:[\w.-]+: )?\w*error\b/i;
