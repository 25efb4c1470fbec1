/** read_file: a file, lines of it, or exactly one symbol; only below known roots, and never what is not text. */
import { type Outline, type ReadFileInput, type ReadFileOutput, type SymbolCandidate, type ToolCall, type WarningCode, buildEnvelope } from "@satori/contracts";
import { type SymbolFact, detectLanguage } from "@satori/sidecar";
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Codebase, CodebaseView } from "../codebase/codebase.ts";
import { gate } from "../codebase/gate.ts";
import { type Target, pathError, realPathOf } from "../codebase/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { relativeTo } from "../model/paths.ts";
import { decodeSymbols } from "../model/structure-codec.ts";
import type { StoreHead } from "../store/store.ts";
import { readRegularFile, refuseIndexes, requireRoot } from "./confine.ts";
import { decode } from "./decode.ts";
import type { Freshen } from "./file-outline.ts";
import { type FoundSymbol, candidateOf, findSymbols, symbolsNamed } from "./find-symbol.ts";
import { isOutlined, outlineOf } from "./outline.ts";
import { selectLines } from "./select-lines.ts";

/** Symbols of a file in an outline that comes along with its text. */
const ANNOTATION_LIMIT = 500;

interface Reading {
  readonly context: EngineContext;
  readonly input: ReadFileInput;
  readonly call: CallContext;
  readonly target: Target;
  /** What the gate has to say of the index that the answer draws from. */
  readonly warnings: readonly WarningCode[];
  /** What every answer repeats. */
  readonly echo: { readonly path: string; readonly effectiveRoot: string; readonly mode: "plain" | "annotated"; readonly open_symbol?: string };
}

export async function readFile(context: EngineContext, freshen: Freshen, input: ReadFileInput, call: CallContext): Promise<ReadFileOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { codebase, path, realPath } = target;
  const root = requireRoot(path, realPath, [...(codebase.isTracked ? [codebase.root] : []), ...call.roots]);
  refuseIndexes(path, realPath, context.config.home);
  const effectiveRoot = codebase.isTracked ? codebase.root : root;
  const echo = { path, effectiveRoot, mode: input.mode ?? ("plain" as const), ...(input.open_symbol === undefined ? {} : { open_symbol: input.open_symbol }) };
  const parts = { context, input, call, target, echo };
  const view = input.open_symbol === undefined ? await viewIfAny(codebase) : await codebase.view();
  const isUnreadable = !view || (input.open_symbol === undefined && view.compatibility === null && view.failure?.code === "STORE_CORRUPT");
  if (isUnreadable) return showLines({ ...parts, warnings: [] }, null, false);
  const gated = gate({ view, tool: "read_file", echo, call, isDebug: input.debug === true, reindexReads: context.config.reindexReads });
  // Lines of a file are what they are, index or not; but while a run is active nothing is shown that may be about to change.
  const stops = gated.kind === "stopped" && (view.active !== null || input.open_symbol !== undefined);
  if (stops) return gated.envelope;
  const usesIndex = gated.kind === "passed" && (input.open_symbol !== undefined || input.mode === "annotated");
  if (usesIndex) await freshen(target, gated, call);
  const reading = { ...parts, warnings: usesIndex ? gated.warnings : [] };
  if (input.open_symbol !== undefined) return openSymbol(reading, input.open_symbol);
  return showLines(reading, gated.kind === "passed" ? gated.head : null, view.compatibility !== null);
}

/** Null where the store of the index does not even open: the lines of a file can be shown all the same. */
async function viewIfAny(codebase: Codebase): Promise<CodebaseView | null> {
  try {
    return await codebase.view();
  } catch (error) {
    if (error instanceof EngineError && error.code === "STORE_UNAVAILABLE") return null;
    throw error;
  }
}

/** Text of the file that is asked for. */
function load({ target }: Pick<Reading, "target">, realPath = target.realPath, path = target.path): { text: string; encoding: string } {
  const decoded = decode(readRegularFile(path, realPath));
  if (decoded.kind === "text") return decoded;
  const what = decoded.kind === "binary" ? "is binary" : "is in an encoding that is neither UTF-8, UTF-16 nor Latin-1";
  throw new EngineError("FILE_NOT_TEXT", `${path} ${what}`, { details: { path } });
}

async function showLines(reading: Reading, head: StoreHead | null, isIncompatible: boolean): Promise<ReadFileOutput> {
  const { context, input, call, target, echo } = reading;
  const { text, encoding } = load(reading);
  const lines = selectLines(text, {
    startLine: input.start_line ?? 1, endLine: input.end_line ?? Number.POSITIVE_INFINITY, maxLines: context.config.readFileMaxLines, maxBytes: ENGINE_LIMITS.readBytes,
  });
  const file = relativeTo(echo.effectiveRoot, target.realPath) ?? target.path;
  const next: ToolCall = { tool: "read_file", args: { path: target.path, start_line: lines.endLine + 1, ...(input.end_line === undefined ? {} : { end_line: input.end_line }), ...(input.mode ? { mode: input.mode } : {}) } };
  const annotation = input.mode === "annotated" ? await annotate(reading, file, text, lines, head, isIncompatible) : {};
  const payload = {
    ...echo, file, content: lines.content, startLine: lines.startLine, endLine: lines.endLine, totalLines: lines.totalLines, truncated: lines.isTruncated, encoding,
    language: languageOf(file, text), ...annotation,
  };
  const cut = cutOf(reading, lines, next);
  return buildEnvelope("read_file", { status: "ok", ...cut }, payload, call.elapsedMs());
}

/** The outline of the lines shown, if the index has the very text that is shown. */
async function annotate({ target }: Reading, file: string, text: string, lines: { startLine: number; endLine: number }, head: StoreHead | null, isIncompatible: boolean): Promise<object> {
  const without = (outlineStatus: string): object => ({ outlineStatus, outline: null, hasMore: false });
  if (isIncompatible) return without("requires_reindex");
  if (!head) return without("not_indexed");
  try {
    using snapshot = await target.codebase.store().snapshot();
    const at = snapshot?.fileAt(file) ?? -1;
    if (!snapshot || at === -1) return without("not_found");
    const [content] = await snapshot.contents([at]);
    if (content?.text !== text) return without("stale");
    if (!isOutlined(content.symbols, snapshot.files.languages[at] as string)) return without("unsupported");
    const { outline, hasMore } = outlineOf(content.symbols, { startLine: lines.startLine, endLine: lines.endLine, limit: ANNOTATION_LIMIT });
    return { outlineStatus: "ok", outline: outline satisfies Outline, hasMore };
  } catch (error) {
    // Damage in the index costs the outline, not the lines.
    if (error instanceof EngineError && error.code === "STORE_CORRUPT") return without("not_indexed");
    throw error;
  }
}

async function openSymbol(reading: Reading, asked: string): Promise<ReadFileOutput> {
  const { call, echo } = reading;
  const found = await candidates(reading, asked);
  const [only] = found;
  if (found.length > 1) {
    const list = found.map(({ fact: _fact, ...candidate }): SymbolCandidate => candidate);
    return buildEnvelope("read_file", { status: "ambiguous", warnings: reading.warnings, message: `${found.length} symbols are called ${asked}. Open one by its symbolId.` }, { ...echo, candidates: list }, call.elapsedMs());
  }
  return (only && (await showSymbol(reading, only))) ?? noSymbol(reading, asked);
}

function noSymbol({ call, echo, warnings }: Reading, asked: string): ReadFileOutput {
  const hints = { searchCodebase: { tool: "search_codebase", args: { path: echo.effectiveRoot, query: asked, scope: "mixed" } } };
  return buildEnvelope("read_file", { status: "not_found", warnings, message: `No symbol is called ${asked}.`, hints }, echo, call.elapsedMs());
}

/** Of the file that `path` names, read from the disk so that its lines are right; else of all files below the folder. */
async function candidates({ context, target, echo }: Reading, asked: string): Promise<FoundSymbol[]> {
  if (!isFolder(target)) {
    const file = relativeTo(echo.effectiveRoot, target.realPath) ?? target.path;
    return symbolsNamed(await symbolsNow({ context, target }, { file, realPath: target.realPath, text: load({ target }).text }), asked).map((fact) => candidateOf(file, fact));
  }
  using snapshot = await target.codebase.store().snapshot();
  const folder = (relativeTo(echo.effectiveRoot, target.realPath) ?? "").normalize("NFC");
  return snapshot ? findSymbols(snapshot, asked, folder) : [];
}

function isFolder({ path, realPath }: Target): boolean {
  try {
    return statSync(realPath).isDirectory();
  } catch (error) {
    throw pathError(path, error);
  }
}

interface TextOnDisk {
  /** As the index would name it. */
  readonly file: string;
  readonly realPath: string;
  readonly text: string;
}

/** Symbols of a text: the index has them if it has that very text, else they are found where no file can stop the process. */
async function symbolsNow({ context, target: { codebase } }: Pick<Reading, "context" | "target">, { file, realPath, text }: TextOnDisk): Promise<readonly SymbolFact[]> {
  using snapshot = await codebase.store().snapshot();
  const at = snapshot?.fileAt(file) ?? -1;
  const [known] = snapshot && at !== -1 ? await snapshot.contents([at]) : [];
  if (known?.text === text) return known.symbols;
  const task = { path: file, diskPath: relative(codebase.root, realPath), sizeBytes: text.length };
  for await (const outcome of context.preparer.prepare(codebase.root, [task])) if (outcome.kind === "indexed") return decodeSymbols(outcome.symbols, file);
  return [];
}

/** The symbol's span alone, cut at the limit with a call that continues; null when the file no longer has the symbol. */
async function showSymbol(reading: Reading, symbol: FoundSymbol): Promise<ReadFileOutput | null> {
  const { context, call, echo, target, input } = reading;
  const path = isFolder(target) ? join(echo.effectiveRoot, symbol.file) : target.path;
  // Since it was indexed a link may have taken the place of a folder on the way.
  const realPath = realPathOf(path);
  requireRoot(path, realPath, [echo.effectiveRoot]);
  const { text, encoding } = load(reading, realPath, path);
  const symbols = await symbolsNow(reading, { file: symbol.file, realPath, text });
  const current = symbols.find(({ id }) => id === symbol.symbolId);
  if (!current) return null;
  const lines = selectLines(text, { startLine: current.startLine, endLine: current.endLine, maxLines: context.config.readFileMaxLines, maxBytes: ENGINE_LIMITS.readBytes });
  const next: ToolCall = { tool: "read_file", args: { path, start_line: lines.endLine + 1, end_line: current.endLine } };
  const { fact: _fact, ...candidate } = candidateOf(symbol.file, current);
  const annotation = input.mode === "annotated" ? { outlineStatus: "ok", ...outlineOf(symbols, { startLine: lines.startLine, endLine: lines.endLine, limit: ANNOTATION_LIMIT }) } : {};
  const payload = {
    ...echo, file: symbol.file, content: lines.content, startLine: lines.startLine, endLine: lines.endLine, totalLines: lines.totalLines, truncated: lines.isTruncated, encoding,
    language: languageOf(symbol.file, text), symbol: candidate, ...annotation,
  };
  const cut = cutOf(reading, lines, next);
  return buildEnvelope("read_file", { status: "ok", ...cut }, payload, call.elapsedMs());
}

/** What an answer says of what it leaves out, besides what the gate says. */
function cutOf({ warnings }: Reading, { isTruncated, hasMore }: { isTruncated: boolean; hasMore: boolean }, next: ToolCall): { warnings: readonly WarningCode[]; hints?: object } {
  return { warnings: isTruncated ? [...warnings, "OUTPUT_TRUNCATED"] : warnings, ...(isTruncated && hasMore ? { hints: { continue: next } } : {}) };
}

function languageOf(file: string, text: string): string {
  return detectLanguage(file, text)?.id ?? "text";
}
