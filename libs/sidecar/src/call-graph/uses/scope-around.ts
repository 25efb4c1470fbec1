/**
 * Which scope a place stands in, as far as facts and its text tell: functions without a name are no symbols.
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

/** The innermost scope around a place of a file. @param symbols all of the file */
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
  // Of two scopes around one place the inner one comes later; lines do not tell which function of one is
  // meant.
  return ofFunction === undefined ||
    (ofSymbol > ofFunction && index?.flow.scopes[ofSymbol]?.kind !== "function")
    ? ofSymbol
    : ofFunction;
}

/** The innermost scope of the outline around a line; the file's where there is none. */
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

/** What stands in front of the body of a type sees none of its members. */
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

/** From the word in front of a type's name to its body: a record has brackets between. */
const HEAD = /\b(?:class|interface|enum|record)\s[^{]*\{/g;

function functionAround(
  resolution: Resolution,
  file: FileId,
  { code, start: at }: WrittenPlace,
): number | undefined {
  const around = goFunctions(resolution, file, code).findLast(({ start, end }) => start <= at && at < end);
  return around && scopesByFunction(resolution, file, code).get(around);
}

/** @param code of the file */
export function goFunctions(resolution: Resolution, file: FileId, code: string): readonly WrittenFunction[] {
  return resolution.once(["written functions", file], () => writtenFunctions(code));
}

/**
 * Facts have the lines on which functions begin: where there are as many of a line in the text, they are the
 * same.
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
