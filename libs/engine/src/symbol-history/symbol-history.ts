/**
 * `symbol_history`: the commits that changed a symbol; or, with a trace, those that may have caused a
 * failure. The table of contents of this folder.
 */
import {
  LIMITS,
  type SymbolHistoryInput,
  type SymbolHistoryOutput,
  type WithPath,
  buildEnvelope,
} from "@satori/contracts";
import { gate } from "../codebase/gate.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { EnsureFresh } from "../files/file-outline.ts";
import { type SymbolMatch, candidateOf, searchSymbols } from "../files/symbol-lookup/find-symbol.ts";
import { nearNote, nearSymbols } from "../files/symbol-lookup/near-symbols.ts";
import { distinctivePart } from "../files/symbol-lookup/written-name.ts";
import { plainNode } from "../graph/uses/describe-uses.ts";
import { indexedPath } from "../model/paths.ts";
import { doubting } from "../model/staleness.ts";
import { searchForName } from "../query/name-query.ts";
import type { Snapshot } from "../store/store.ts";
import { commitsOfSymbol } from "./commits-of-symbol.ts";
import type { HistoryRequest } from "./history-request.ts";
import { suspectsOf } from "./suspects-of-trace.ts";

/** The rest of the time is for the description of what was found until then. */
const SEARCH_SHARE = 0.9;

/** Answers one `symbol_history` request: gate, freshness, the symbol in the index, then git. */
export async function symbolHistory(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  input: WithPath<SymbolHistoryInput>,
  call: CallContext,
): Promise<SymbolHistoryOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const { symbolRef, symbol, trace, range, question } = input;
  const echo = {
    path,
    effectiveRoot: codebase.root,
    ...(symbolRef ? { symbolRef } : {}),
    ...(symbol === undefined ? {} : { symbol }),
    ...(trace === undefined ? {} : { trace }),
    ...(range === undefined ? {} : { range }),
    ...(question === undefined ? {} : { question }),
    limit: input.limit ?? LIMITS.symbolHistory.defaultLimit,
    maxTokens: input.maxTokens ?? LIMITS.symbolHistory.maxTokens.default,
  };
  const gated = gate({
    view: await codebase.view(),
    tool: "symbol_history",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  if (gated.kind === "closed") return gated.envelope;
  const behind = await ensureFresh(target, gated, call);
  using snapshot = await codebase.snapshot();
  using deadline = call.deadline.portion(SEARCH_SHARE);
  const searching = { ...call, deadline, signal: deadline.signal };
  const request: HistoryRequest = { context, target, input, call: searching, echo, gated, behind };
  if (trace !== undefined) return await suspectsOf(request, trace);
  const found = await requestedSymbols(request, snapshot);
  const [only, ...others] = found;
  if (!only) return await unknownSymbol(request, snapshot);
  if (others.length > 0) return severalSymbols(request, found);
  return await commitsOfSymbol(request, snapshot, only);
}

/** The symbols of a reference or name. Headings count only where nothing else has the name. */
async function requestedSymbols(
  { target, input: { symbolRef, symbol = "" }, call }: HistoryRequest,
  snapshot: Snapshot,
): Promise<readonly SymbolMatch[]> {
  if (symbolRef) {
    const at = snapshot.fileAt(symbolRef.file);
    const symbols = at === -1 ? [] : ((await snapshot.contents([at]))[0]?.symbols ?? []);
    const byId = symbols.filter(({ id }) => id === symbolRef.symbolId);
    const fitting = byId.length > 0 ? byId : symbols.filter(({ label }) => label === symbolRef.symbolLabel);
    return fitting.map((fact) => candidateOf(symbolRef.file, fact));
  }
  const folder = indexedPath(target.codebase.root, target.realPath) ?? "";
  const { found } = await searchSymbols(snapshot, symbol, { folder, check: () => call.deadline.check() });
  const code = found.filter(({ kind }) => kind !== "section");
  return code.length > 0 ? code : found;
}

function severalSymbols(request: HistoryRequest, found: readonly SymbolMatch[]): SymbolHistoryOutput {
  const { echo, gated, behind, call } = request;
  const listed = found.slice(0, LIMITS.callGraph.maxNamesakes).map(plainNode);
  const isCut = listed.length < found.length;
  const message =
    `${found.length} symbols are called ${nameOf(request)}` +
    `${isCut ? `, of which ${listed.length} are listed` : ""}. To select one, pass its symbolId as symbol.`;
  return buildEnvelope(
    "symbol_history",
    {
      status: "ambiguous",
      message: doubting(message, behind),
      warnings: [...gated.warnings, ...behind.warnings, ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : [])],
    },
    { ...echo, candidates: listed },
    call.elapsedMs(),
  );
}

async function unknownSymbol(request: HistoryRequest, snapshot: Snapshot): Promise<SymbolHistoryOutput> {
  const { target, input, echo, gated, behind, call } = request;
  const name = nameOf(request);
  const { root } = target.codebase;
  const folder = input.symbolRef?.file ?? indexedPath(root, target.realPath) ?? "";
  const near = await nearSymbols(snapshot, name, { folder, check: () => call.deadline.check() });
  const message =
    `No symbol ${name} in the index${folder === "" ? "" : ` of ${folder}`}.` +
    nearNote(near, { how: "pass its symbolId" });
  return buildEnvelope(
    "symbol_history",
    {
      status: "not_found",
      message: doubting(message, behind),
      hints: searchForName(root, distinctivePart(name)),
      warnings: [...gated.warnings, ...behind.warnings],
    },
    { ...echo, ...(near.length > 0 ? { candidates: near } : {}) },
    call.elapsedMs(),
  );
}

function nameOf({ input: { symbol, symbolRef } }: HistoryRequest): string {
  return symbol ?? symbolRef?.symbolLabel ?? symbolRef?.symbolId ?? "";
}
