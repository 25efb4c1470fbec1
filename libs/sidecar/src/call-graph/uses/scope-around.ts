/**
 * The scope that contains a position, as far as call facts and text show it: functions without a name are no
 * symbols.
 */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { SymbolFact } from "../../facts.ts";
import { groupBy } from "../../group-by.ts";
import { type WrittenFunction, writtenFunctions } from "../../languages/go/lexical/functions.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";

type WrittenPlace = Pick<WrittenName, "code" | "start" | "line">;

/** The innermost scope around a position in a file. @param symbols all symbols of the file */
export function scopeAround(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  place: WrittenPlace,
): number {
  const index = resolution.index(file);
  const known = index?.siteAt(place.start)?.scope;
  if (known !== undefined) return known;
  const ofSymbol = scopeAtLine(resolution, file, symbols, place.line);
  if (resolution.project.language(file) === "java") return outsideHead(index, symbols, ofSymbol, place);
  const ofFunction =
    resolution.project.language(file) === "go" ? functionAround(resolution, file, place) : undefined;
  // Of two scopes around a position, the inner one has the larger number. Lines do not distinguish several
  // functions on one line.
  return ofFunction === undefined ||
    (ofSymbol > ofFunction && index?.flow.scopes[ofSymbol]?.kind !== "function")
    ? ofSymbol
    : ofFunction;
}

/** The innermost scope with a symbol that contains a line; the file's scope if there is none. */
function scopeAtLine(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  line: number,
): number {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let found = 0;
  for (const [at, { symbol }] of scopes.entries()) {
    const own = symbols[symbol];
    if (own && own.startLine <= line && line <= own.endLine) found = at;
  }
  return found;
}

/** The members of a type are not visible before its body begins. */
function outsideHead(
  index: FileIndex | null,
  symbols: readonly SymbolFact[],
  scope: number,
  { code, start }: WrittenPlace,
): number {
  const { kind, symbol = NONE, parent = 0 } = index?.flow.scopes[scope] ?? {};
  const own = symbols[symbol];
  if (!own || (kind !== "class" && kind !== "interface")) return scope;
  HEAD.lastIndex = own.start;
  return HEAD.test(code) && start < HEAD.lastIndex - 1 ? parent : scope;
}

/** From the keyword before a type's name to its body. A record has parentheses in between. */
const HEAD = /\b(?:class|interface|enum|record)\s[^{]*\{/g;

function functionAround(
  resolution: Resolution,
  file: FileId,
  { code, start: at }: WrittenPlace,
): number | undefined {
  const around = goFunctions(resolution, file, code).findLast(({ start, end }) => start <= at && at < end);
  return around && scopesByFunction(resolution, file, code).get(around);
}

/** @param code the file's text */
export function goFunctions(resolution: Resolution, file: FileId, code: string): readonly WrittenFunction[] {
  return resolution.once(["written functions", file], () => writtenFunctions(code));
}

/**
 * Matches functions in the text with scopes by the line on which they begin, if both have the same number on
 * that line.
 */
function scopesByFunction(
  resolution: Resolution,
  file: FileId,
  code: string,
): ReadonlyMap<WrittenFunction, number> {
  return resolution.once(["scopes of written functions", file], () => {
    const scopes = [...(resolution.index(file)?.flow.scopes.entries() ?? [])].filter(
      ([, { kind, flags }]) => kind === "function" && (flags & SCOPE_FLAGS.abstract) === 0,
    );
    const byLine = groupBy(scopes, ([, { startLine }]) => startLine);
    const found = new Map<WrittenFunction, number>();
    for (const [line, functions] of groupBy(goFunctions(resolution, file, code), (written) => written.line)) {
      const own = byLine.get(line) ?? [];
      if (own.length === functions.length)
        for (const [at, written] of functions.entries()) found.set(written, own[at]?.[0] ?? 0);
    }
    return found;
  });
}
