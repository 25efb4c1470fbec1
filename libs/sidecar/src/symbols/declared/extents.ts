/** Finds where declarations end, in formats without a grammar. Pure. */
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import type { ExtentRule } from "./formats.ts";
import type { PlainSigns } from "./plain-signs.ts";

export interface DeclaredAt {
  readonly line: number;
  /** Line of the next declaration, or the line after the last. */
  readonly next: number;
  /**
   * For a routine, which may contain other declarations, the line of the next routine; null for other
   * declarations.
   */
  readonly nextRoutine: number | null;
}

/** Last lines of declarations, from tables that are computed once per file. */
export class DeclaredExtents {
  private readonly lines: LineIndex;
  private readonly plain: PlainSigns;
  /** By line: number of signs before it, and number of braces that are open at its start. */
  private readonly signsBefore: Uint32Array;
  private readonly depths: Uint32Array;
  /** By sign: the line on which it is closed; the last non-blank line if it is not closed. */
  private readonly closings: Uint32Array;

  constructor(lines: LineIndex, plain: PlainSigns) {
    this.lines = lines;
    this.plain = plain;
    this.signsBefore = new Uint32Array(lines.count + 2);
    this.depths = new Uint32Array(lines.count + 2);
    this.closings = new Uint32Array(plain.signs.length);
    const open: number[] = [];
    let next = 0;
    for (let line = 1; line <= lines.count + 1; line++) {
      this.signsBefore[line] = next;
      this.depths[line] = open.length;
      for (let sign = plain.signs[next]; sign?.line === line; sign = plain.signs[++next]) {
        if (sign.sign === "{") open.push(next);
        else if (sign.sign === "}" && open.length > 0) this.closings[open.pop() as number] = line;
      }
    }
    const end = lines.lastFilled(lines.count);
    for (const sign of open) this.closings[sign] = Math.max(end, plain.signs[sign]?.line ?? end);
  }

  /** Number of braces that are open at the start of a line. */
  depthAt(line: number): number {
    return this.depths[line] ?? 0;
  }

  lastLine(extent: ExtentRule, { line: first, next, nextRoutine }: DeclaredAt): number {
    switch (extent) {
      case "braces":
        return this.closingLine(first, next);
      case "statement":
        return this.statementEnd(first, next, nextRoutine);
      case "indented":
        return this.indentedEnd(first, next);
      case "next":
        return this.lines.lastFilled(next - 1, first);
    }
  }

  /** Braces belong to a declaration if nothing ends it before them and all lines up to them continue it. */
  private closingLine(first: number, next: number): number {
    const sign = this.signsBefore[first] ?? 0;
    const { sign: kind, line } = this.plain.signs[sign] ?? { sign: "}", line: next };
    let last = first;
    while (last + 1 < next && last < line && /^(?:\s+[^\s]|[{)&|=@])/.test(this.lines.headOf(last + 1)))
      last++;
    if (kind === "}" || line >= next || line > last) return last;
    return kind === "{" ? (this.closings[sign] ?? last) : line;
  }

  /**
   * The body of a routine has statements of its own, between `begin` and an `end` that is not indented more.
   */
  private statementEnd(first: number, next: number, nextRoutine: number | null): number {
    const { signs } = this.plain;
    let sign = this.signsBefore[first] ?? 0;
    // An end after the next declaration belongs to that one. Searching further would take quadratic time if
    // there is none.
    while (signs[sign] && signs[sign]?.sign !== ";" && (signs[sign]?.line ?? next) < next) sign++;
    const end = signs[sign]?.line ?? next;
    const last = end < next ? end : this.lines.lastFilled(next - 1, first);
    if (nextRoutine === null) return last;
    for (let line = first; line <= last; line++) {
      const begin = /^([ \t]*)(?:[^\n]*\s)?begin\b(?!\s*;)/i.exec(
        this.plain.isInside(line) ? "" : this.lines.headOf(line),
      )?.[1];
      if (begin !== undefined) return this.bodyEnd(line, nextRoutine, begin.length) ?? last;
    }
    return last;
  }

  private bodyEnd(begin: number, next: number, indent: number): number | null {
    for (let line = begin; line < next; line++) {
      const head = this.lines.headOf(line);
      const end =
        /^(?:([ \t]*)|[^\n]*\s)end\b\s*(?!if\b|loop\b|case\b|while\b|repeat\b|for\b)[^\n;]*(?:;|\$\$|\/\/|$)/i.exec(
          line === begin ? head.replace(/^.*?\bbegin\b/i, "begin") : head,
        );
      if (end && (end[1]?.length ?? (line === begin ? 0 : Number.POSITIVE_INFINITY)) <= indent) return line;
    }
    return null;
  }

  /**
   * The lines of a block; otherwise the first line with its continuation lines and the indented lines after
   * them, including conditionals and comments between them.
   */
  private indentedEnd(first: number, next: number): number {
    let last = first;
    while (last + 1 < next && (this.plain.isInside(last + 1) || /\\\s*$/.test(this.lines.headOf(last))))
      last++;
    for (let line = last + 1; line < next; line++) {
      if (/^(?:\t|[ ]+\S)/.test(this.lines.headOf(line))) last = line;
      else if (
        !this.lines.isBlank(line) &&
        !/^(?:#|ifn?eq\b|ifn?def\b|else\b|endif\b)/.test(this.lines.headOf(line))
      )
        break;
    }
    return this.lines.lastFilled(last, first);
  }
}
