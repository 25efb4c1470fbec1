/** file_outline: what a file declares, or exactly one symbol of it. */
import { type FileOutlineInput, type FileOutlineOutput, LIMITS, type Outline, buildEnvelope } from "@satori/contracts";
import { join } from "node:path";
import { type Passed, gate } from "../codebase/gate.ts";
import type { Target } from "../codebase/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { normalizeRelative } from "../model/paths.ts";
import { isOutlined, outlineOf } from "./outline.ts";

/** Brings the index up to date first; the answer has no field for how that went, since it shows only what is indexed. */
export type Freshen = (target: Target, passed: Passed, call: CallContext) => Promise<unknown>;

export async function fileOutline(context: EngineContext, freshen: Freshen, input: FileOutlineInput, call: CallContext): Promise<FileOutlineOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const file = normalizeRelative(input.file);
  const echo = {
    path, effectiveRoot: codebase.root, file: file ?? input.file, limitSymbols: input.limitSymbols ?? LIMITS.outline.default, resolveMode: input.resolveMode ?? ("outline" as const),
    ...(input.start_line === undefined ? {} : { start_line: input.start_line }), ...(input.end_line === undefined ? {} : { end_line: input.end_line }),
  };
  const gated = gate({ view: await codebase.view(), tool: "file_outline", echo, call, isDebug: input.debug === true, reindexReads: context.config.reindexReads });
  if (gated.kind === "stopped") return gated.envelope;
  const answer = (status: string, message: string | undefined, outline: object | null, hasMore = false, hints: object = {}): FileOutlineOutput =>
    buildEnvelope("file_outline", { status, message, hints, warnings: gated.warnings }, { ...echo, outline, hasMore }, call.elapsedMs());
  if (file === null) return answer("not_found", `${input.file} is not a path below the codebase's root.`, null);

  await freshen(target, gated, call);
  using snapshot = await codebase.store().snapshot();
  const at = snapshot?.fileAt(file) ?? -1;
  const readHint = { readFile: { tool: "read_file", args: { path: join(codebase.root, file) } } };
  if (!snapshot || at === -1) return answer("not_found", `${file} is not in the index: it does not exist, is ignored, or was left out.`, null);
  const symbols = (await snapshot.contents([at]))[0]?.symbols ?? [];
  if (input.resolveMode === "exact") {
    const { symbolIdExact: id, symbolLabelExact: label } = input;
    const fitting = symbols.filter((symbol) => (id === undefined || symbol.id === id) && (label === undefined || symbol.label === label));
    if (fitting.length === 0) return answer("not_found", `${file} declares no symbol ${id ?? label ?? ""}.`, null, false, { fileOutline: { tool: "file_outline", args: { path: codebase.root, file } } });
    const { outline, hasMore } = outlineOf(fitting, { limit: echo.limitSymbols });
    const parents = outline.symbols.map((symbol) => ({ ...symbol, parent: symbols[symbols.find(({ id: own }) => own === symbol.symbolId)?.parent ?? -1]?.id ?? null }));
    return fitting.length === 1 ? answer("ok", undefined, { symbols: parents }) : answer("ambiguous", `${fitting.length} symbols of ${file} fit.`, { symbols: parents }, hasMore);
  }
  const language = snapshot.files.languages[at] as string;
  if (!isOutlined(symbols, language)) return answer("unsupported", `Files in ${language} have no outline.`, null, false, readHint);
  const { outline, hasMore } = outlineOf(symbols, { startLine: input.start_line, endLine: input.end_line, limit: echo.limitSymbols });
  // Whoever says how many symbols are wanted gets them.
  const fitted = fitOutline(outline.symbols, input.limitSymbols === undefined ? outlineBytes(content?.text ?? "") : Number.POSITIVE_INFINITY);
  const again = (args: Window): { fileOutline: ToolCall } => ({ fileOutline: { tool: "file_outline", args: { path: codebase.root, file, ...args } } });
  if (fitted.isThinned) {
    const whole = again({ limitSymbols: echo.limitSymbols, ...windowOf(echo) });
    return answer("ok", whatIsLeftOut(file, fitted, outline), { symbols: fitted.symbols }, { hasMore: hasMore || fitted.isCut, hints: { ...readHint, ...whole }, isTruncated: true });
  }
  const next = hasMore ? windowWithMore(echo, outline) : null;
  return answer("ok", undefined, outline, { hasMore, hints: next ? again(next) : {} });
}

function whatIsLeftOut(file: string, { symbols, isCut }: FittedOutline, whole: Outline): string {
  const shown = isCut ? `${symbols.length} of ${whole.symbols.length} symbols are listed` : "signatures or docs are left out";
  return `The whole outline of ${file} would be larger than the file, so ${shown}. Read the file, or ask with limitSymbols.`;
}

type Window = Pick<FileOutlineInput, "limitSymbols" | "start_line" | "end_line">;

/** Twice as many symbols, or the lines from the last symbol on where no more are given at once; null where that shows nothing new. */
function windowWithMore({ limitSymbols, start_line, end_line }: Window & { readonly limitSymbols: number }, { symbols }: Outline): Window | null {
  const { maximum } = LIMITS.outline;
  const end = end_line === undefined ? {} : { end_line };
  if (limitSymbols < maximum) return { limitSymbols: Math.min(maximum, limitSymbols * 2), ...(start_line === undefined ? {} : { start_line }), ...end };
  const last = symbols.at(-1)?.span.startLine ?? 1;
  return last > (start_line ?? 1) ? { limitSymbols: maximum, start_line: last, ...end } : null;
}
