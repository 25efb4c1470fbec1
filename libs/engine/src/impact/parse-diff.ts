/**
 * Parses unified diffs: as git writes them, and plain ones. One pass over the lines. Pure.
 *
 * Our own parser, because a diff comes from outside, may have 10 MB, and has what git adds to the format:
 * renames, modes, quoted names, binary patches. Lines of a hunk are counted as its header says, so that they
 * may look like anything.
 */
import { EngineError } from "../errors.ts";
import type { UncomparedCause } from "@satori/contracts";

/** A name in a diff. */
export interface DiffName {
  /** As written, without quotes. */
  readonly written: string;
  /** Whether it never has a prefix such as `a/`. */
  readonly isBare: boolean;
}

export interface Hunk {
  /** Line of its header in the diff, from 1. */
  readonly line: number;
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** Its lines with their first sign: a space, `+` or `-`. */
  readonly lines: readonly string[];
  /** Whether the last line of that version, which is in this hunk, has no line end. */
  readonly oldIsUnended: boolean;
  readonly newIsUnended: boolean;
}

/** The changes of one file. */
export interface FilePatch {
  /** Line of its header in the diff, from 1. */
  readonly line: number;
  /** Null for a new file. */
  readonly from: DiffName | null;
  /** Null for a deleted file. */
  readonly to: DiffName | null;
  /** Whether git wrote it: both names count, and a file may be new, deleted or renamed without hunks. */
  readonly isGit: boolean;
  /** Whether the old file stays. */
  readonly isCopy: boolean;
  readonly hunks: readonly Hunk[];
  /** Why its content cannot be patched; null if it can. */
  readonly cause: UncomparedCause | null;
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
const NO_LINE_END = "\\";

/** The error for a diff that cannot be used. */
export function diffError(message: string, nextStep: string): EngineError {
  return new EngineError("INVALID_ARGUMENTS", `diff ${message}`, {
    details: [{ path: "diff", message }],
    nextStep,
  });
}

/**
 * Files in the order of the diff. Throws `INVALID_ARGUMENTS` if a hunk is cut, and for diffs of merges.
 *
 * @param check called for each line; may throw
 */
export function parseDiff(diff: string, check: () => void): FilePatch[] {
  const lines = diff.split("\n");
  // Behind the last line end is no line.
  if (lines.at(-1) === "") lines.pop();
  return new DiffParser(lines, check).parse();
}

/** A file while it is being parsed. */
interface OpenPatch {
  readonly line: number;
  from: DiffName | null;
  to: DiffName | null;
  isGit: boolean;
  isCopy: boolean;
  cause: UncomparedCause | null;
  readonly hunks: Hunk[];
}

class DiffParser {
  private at = 0;
  private open: OpenPatch | null = null;
  private readonly patches: FilePatch[] = [];

  constructor(
    private readonly lines: readonly string[],
    private readonly check: () => void,
  ) {}

  parse(): FilePatch[] {
    while (this.at < this.lines.length) {
      this.check();
      this.line(this.lines[this.at] as string);
    }
    this.close();
    return this.patches;
  }

  private close(): void {
    const { open } = this;
    if (open && (open.isGit || open.hunks.length > 0 || open.cause !== null)) this.patches.push(open);
    this.open = null;
  }

  private start(names: Pick<OpenPatch, "from" | "to" | "isGit">): void {
    this.close();
    this.open = { line: this.at + 1, isCopy: false, cause: null, hunks: [], ...names };
  }

  private line(written: string): void {
    const line = withoutReturn(written);
    if (line.startsWith("diff --git ")) {
      this.start({ ...gitNames(line.slice("diff --git ".length)), isGit: true });
      this.at++;
    } else if (/^diff --(?:cc|combined) |^@@@/.test(line)) {
      throw diffError(
        `has a diff of a merge with several parents at its line ${this.at + 1}`,
        "Pass the diff of two commits (git diff BASE HEAD), or base and head.",
      );
    } else if (line.startsWith("--- ") && this.lines[this.at + 1]?.startsWith("+++ ") === true) {
      this.names(line.slice(4), withoutReturn(this.lines[this.at + 1] as string).slice(4));
      this.at += 2;
    } else if (HUNK.test(line) && this.open !== null) this.hunk(line, this.open);
    else {
      if (this.open?.isGit === true && this.open.hunks.length === 0) extendedHeader(line, this.open);
      this.at++;
    }
  }

  private names(from: string, to: string): void {
    const hasOwn = this.open !== null && this.open.isGit && this.open.hunks.length === 0;
    if (!hasOwn) this.start({ from: null, to: null, isGit: false });
    const open = this.open as OpenPatch;
    // Names of renamed files have no prefix in their own headers.
    if (open.from?.isBare !== true) open.from = nameIn(from);
    if (open.to?.isBare !== true) open.to = nameIn(to);
  }

  private hunk(header: string, open: OpenPatch): void {
    const line = this.at + 1;
    const [, oldStart = "", oldCount = "1", newStart = "", newCount = "1"] = HUNK.exec(header) ?? [];
    const lines: string[] = [];
    let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
    const unended = { old: false, new: false };
    this.at++;
    for (; this.at < this.lines.length; this.at++) {
      this.check();
      const written = this.lines[this.at] as string;
      if (written.startsWith(NO_LINE_END)) {
        const sign = lines.at(-1)?.[0];
        if (sign !== "+") unended.old = true;
        if (sign !== "-") unended.new = true;
        continue;
      }
      if (oldLeft === 0 && newLeft === 0) break;
      // Some programs remove the space of an empty line.
      const sign = written === "" || written === "\r" ? " " : written[0];
      if (sign !== " " && sign !== "+" && sign !== "-") break;
      if (sign !== "+") oldLeft--;
      if (sign !== "-") newLeft--;
      lines.push(written === "" || written === "\r" ? ` ${written}` : written);
      if (oldLeft < 0 || newLeft < 0) break;
    }
    if (oldLeft !== 0 || newLeft !== 0)
      throw diffError(
        `has a hunk at its line ${line} that is cut or has other lines than its header says`,
        "Pass the whole diff, unchanged.",
      );
    open.hunks.push({
      line,
      oldStart: Number(oldStart),
      oldCount: Number(oldCount),
      newStart: Number(newStart),
      newCount: Number(newCount),
      lines,
      oldIsUnended: unended.old,
      newIsUnended: unended.new,
    });
  }
}

const LINK_MODE = "120000";
const SUBMODULE_MODE = "160000";

/** A line between the header of a file and its hunks. */
function extendedHeader(line: string, open: OpenPatch): void {
  const mode = /^(?:(?:old|new|deleted file|new file) mode|index [0-9a-f]+\.\.[0-9a-f]+) (\d{6})$/.exec(
    line,
  )?.[1];
  if (mode === LINK_MODE) open.cause = "link";
  else if (mode === SUBMODULE_MODE) open.cause = "submodule";
  if (line.startsWith("new file mode ")) open.from = null;
  else if (line.startsWith("deleted file mode ")) open.to = null;
  else if (/^(?:rename|copy) from /.test(line)) open.from = bareName(line);
  else if (/^(?:rename|copy) to /.test(line)) open.to = bareName(line);
  else if (line === "GIT binary patch" || /^Binary files .* differ$/.test(line)) open.cause ??= "binary";
  if (line.startsWith("copy ")) open.isCopy = true;
}

function bareName(line: string): DiffName {
  return { written: unquoted(line.replace(/^\w+ \w+ /, "")), isBare: true };
}

/** The name of a `---` or `+++` line, without the time that may follow. */
function nameIn(written: string): DiffName | null {
  const name = written.startsWith('"') ? unquoted(written) : written.replace(/\t.*$/, "").trimEnd();
  return name === "/dev/null" ? null : { written: name, isBare: false };
}

/** Names of a `diff --git` line. Unless quoted, they can only be told apart if they are equal. */
function gitNames(written: string): { from: DiffName | null; to: DiffName | null } {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(written);
  const middle = (written.length - 1) / 2;
  const [from, to] = quoted ? [quoted[1], quoted[2]] : [written.slice(0, middle), written.slice(middle + 1)];
  const nameOf = (name = ""): DiffName => ({ written: unquoted(name), isBare: false });
  return { from: nameOf(from), to: nameOf(to) };
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A name as git quotes it, with bytes in octal digits. */
function unquoted(name: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"/.exec(name)?.[1];
  if (inner === undefined) return name;
  const parts: Buffer[] = [];
  for (const [part, digits, sign] of inner.matchAll(/\\(?:([0-7]{3})|(.))|[^\\]+/g))
    if (digits !== undefined) parts.push(Buffer.of(Number.parseInt(digits, 8) & 0xff));
    else if (sign !== undefined)
      parts.push(Buffer.from(ESCAPES[sign] === undefined ? sign : [ESCAPES[sign]]));
    else parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
