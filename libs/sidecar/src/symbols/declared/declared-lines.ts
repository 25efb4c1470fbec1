/**
 * Finds declarations that start a line, in formats without a grammar: messages of Protocol Buffers, types of
 * GraphQL, tables of SQL, blocks of Terraform, targets of make, stages of Docker. A heuristic on how such
 * lines start; declarations that it misses are not in the outline. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import type { SymbolFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { SymbolIds } from "../symbol-id.ts";
import { DeclaredExtents } from "./extents.ts";
import { FORMATS, type Format } from "./formats.ts";
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
