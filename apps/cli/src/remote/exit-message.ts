/** What a process that was started says last: why it ended, in a line. */

/** Of a line; the beginning says what it is about. */
const MOST_CHARS = 2_000;

export class LastWords {
  private unended = "";
  private last = "";
  private lastError = "";

  /** Takes a part of what it writes, which may end within a line. */
  hear(part: string): void {
    const [first = "", ...others] = part.split("\n");
    const lines = [this.unended + first, ...others];
    this.unended = (lines.pop() ?? "").slice(0, MOST_CHARS);
    for (const line of lines) this.note(line);
  }

  /** The last line that begins as an error does, else the last one; empty if it has said nothing. */
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
 * `Error: …`, `ModuleNotFoundError: …`, and behind the name of the program, as of `docker: Error response …`.
 */
const ERROR = /^(?:[\w.-]+: )?\w*error\b/i;
