/**
 * Finds declarations that start a line, in formats without a grammar: messages of Protocol Buffers, types of
 * GraphQL, tables of SQL, blocks of Terraform, targets of make, stages of Docker. A heuristic on how such
 * lines start; declarations that it misses are not in the outline. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import type { SymbolFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import { SymbolIds } from "../symbol-id.ts";
import { type ExtentRule, type Format, FORMATS } from "./formats.ts";
import { type PlainSigns, readPlainSigns } from "./plain-signs.ts";

/** Whether the outline of a language comes from its declaration lines. */
export function declaresLines(language: string): boolean {
  return FORMATS.has(language);
}

interface Declaration {
  readonly line: number;
  readonly kind: SymbolKind;
  /** Outermost first; empty if the line only ends the previous declaration. */
  readonly names: readonly string[];
}

/** Symbols in the order of the text; none for languages without a format. */
export function declaredSymbols(language: string, path: string, lines: LineIndex): SymbolFact[] {
  const format = FORMATS.get(language);
  if (!format) return [];
  const plain = readPlainSigns(lines, format.syntax);
  const extents = new DeclaredExtents(lines, plain);
  const found = declarations(format, lines, { plain, extents });
  const routines = nextRoutines(found, lines.count + 1);
  const ids = new SymbolIds(path);
  const symbols: SymbolFact[] = [];
  /** Indexes of the symbols that have not ended. */
  const open: number[] = [];
  for (const [at, { line, kind, names }] of found.entries()) {
    const name = names.at(-1);
    if (name === undefined) continue;
    while ((symbols[open.at(-1) ?? -1]?.endLine ?? line) < line) open.pop();
    const parent = open.at(-1) ?? -1;
    const around = symbols[parent];
    // What a routine creates when it runs is not a declaration of the file.
    if (around && format.extent === "statement") continue;
    const end = extents.lastLine(format.extent, {
      line,
      next: found[at + 1]?.line ?? lines.count + 1,
      nextRoutine: kind === "function" ? (routines[at] ?? null) : null,
    });
    const endLine = Math.min(end, around?.endLine ?? end);
    const label = [...(around ? [around.label] : []), ...names].join(".").slice(0, SIDECAR_LIMITS.labelChars);
    const signature = lines.headWithoutMark(line).trim().slice(0, SIDECAR_LIMITS.signatureChars);
    symbols.push({
      id: ids.next(kind, label),
      kind,
      name,
      label,
      parent,
      start: lines.startOf(line),
      end: lines.endOf(endLine),
      startLine: line,
      endLine,
      nameLine: line,
      signature,
      doc: null,
    });
    open.push(symbols.length - 1);
  }
  return symbols;
}

function declarations(
  format: Format,
  lines: LineIndex,
  { plain, extents }: { readonly plain: PlainSigns; readonly extents: DeclaredExtents },
): Declaration[] {
  const found: Declaration[] = [];
  let goesOn = false;
  for (let line = 1; line <= lines.count && found.length < SIDECAR_LIMITS.factsPerFile; line++) {
    const head = lines.headWithoutMark(line);
    const isWithin =
      plain.isInside(line) ||
      (format.isOutermost === true && extents.depthAt(line) > 0) ||
      (format.extent === "indented" && goesOn);
    goesOn = head.endsWith("\\");
    const groups = isWithin ? undefined : format.line.exec(head)?.groups;
    if (!groups) continue;
    const word = groups["kind"]?.toLowerCase() ?? "";
    const written = [
      groups["name"] ?? groups["target"] ?? groups["double"] ?? groups["kindAlone"],
      groups["second"],
    ].filter((part) => part !== undefined);
    const names = format.syntax.isSql ? partsOf(written.join(".")) : written;
    if (names.join(".").length <= SIDECAR_LIMITS.nameChars)
      found.push({ line, names, kind: format.kinds[word] ?? format.otherKind });
  }
  return found;
}

/** For each declaration, the line of the next function after it, or `end`. */
function nextRoutines(found: readonly Declaration[], end: number): number[] {
  const next: number[] = [];
  let line = end;
  for (let at = found.length - 1; at >= 0; at--) {
    next[at] = line;
    if (found[at]?.kind === "function") line = found[at]?.line ?? end;
  }
  return next;
}

/** The parts of a qualified name, without quotes. */
function partsOf(name: string): string[] {
  const parts = name.match(/"(?:[^"]|"")+"|'[^']+'|`[^`]+`|\[[^\]]+\]|[^\s."'`[\]]+/g) ?? [];
  return parts.map((part) => (/^["'`[]/.test(part) ? part.slice(1, -1).replaceAll('""', '"') : part));
}

// Finds where declarations end, in formats without a grammar. Pure.

interface DeclaredAt {
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
class DeclaredExtents {
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
