/** Finds definitions by name and answers questions, using the index of the codebase that contains a root. */
import {
  LIMITS,
  type SearchCodebaseInput,
  type SearchCodebaseOutput,
  WARNINGS,
  isChunkResult,
  rootOf,
  type WithPath,
} from "@satori/contracts";
import { gate } from "../../codebase/gate.ts";
import type { CallContext, EngineContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";
import type { EnsureFresh } from "../../files/file-outline.ts";
import {
  findSymbols,
  type SymbolMatch,
  type SymbolSearchArea,
} from "../../files/symbol-lookup/find-symbol.ts";
import { isAside } from "../../lexical/path-class.ts";
import { indexedPath } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { SearchedRoot } from "../roots.ts";
import { isOwn } from "../tree.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import type { Unanswered } from "./index-state.ts";

/** Limit on the symbols of one name that are examined. */
const MAX_DEFINITIONS = 1_000;

/**
 * Definitions outside tests, fixtures and generated code first, then by file and line; or the gate's answer
 * if the index cannot be used.
 */
export async function byDefinition(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  { root, name }: { readonly root: SearchedRoot; readonly name: string },
  call: CallContext,
): Promise<Findings | Unanswered> {
  const target = context.codebases.covering(root.path, root.path);
  const { codebase } = target;
  const echo = { path: root.path, effectiveRoot: codebase.root };
  const gated = gate({
    view: await codebase.view(),
    tool: "search_codebase",
    echo,
    call,
    isDebug: false,
    reindexReads: context.config.reindexReads,
  });
  // The gate gives no other answers.
  if (gated.kind === "closed") return gated.envelope as Unanswered;
  await ensureFresh(target, gated, call);
  using snapshot = await codebase.snapshot();
  const folder = indexedPath(codebase.root, root.path) ?? "";
  const check = (): void => call.deadline.check();
  const inRoot = (file: string): string => (folder === "" ? file : file.slice(folder.length + 1));
  const symbols = (await symbolsOf(snapshot, name, { folder, check })).filter(({ file }) =>
    isOwn(root, inRoot(file)),
  );
  const shown = [...symbols]
    .sort((left, right) => asideOf(snapshot, left) - asideOf(snapshot, right))
    .slice(0, MAX_DEFINITIONS);
  return findings(
    shown.map((symbol) => ({
      ...findingOf(symbol),
      repo: root.repo,
      path: inRoot(symbol.file),
      tier: asideOf(snapshot, symbol),
    })),
    { isCut: shown.length < symbols.length },
  );
}

/** Matches the whole name or, if there is none, its last part, since the part before may be a variable. */
async function symbolsOf(
  snapshot: Snapshot,
  name: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  const whole = await findSymbols(snapshot, name, place);
  return whole.length > 0 || !name.includes(".")
    ? whole
    : findSymbols(snapshot, name.slice(name.lastIndexOf(".") + 1), place);
}

function asideOf(snapshot: Snapshot, { file }: SymbolMatch): number {
  return Number(isAside(snapshot.files.pathClasses[snapshot.fileAt(file)] as number));
}

function findingOf({ kind, symbolLabel, span, fact }: SymbolMatch): Omit<Finding, "repo" | "path"> {
  return {
    found_by: "definitions",
    kind,
    start_line: span.startLine,
    end_line: span.endLine,
    symbol: symbolLabel,
    ...(fact.signature === null ? {} : { text: fact.signature }),
  };
}

// Answers a question in plain words from the index.

/** Calls `search_codebase`. */
export type SearchIndex = (
  input: WithPath<SearchCodebaseInput>,
  call: CallContext,
) => Promise<SearchCodebaseOutput>;

export interface QuestionRequest {
  readonly root: SearchedRoot;
  readonly query: string;
  readonly maxResults: number;
}

/**
 * The tier of low-confidence results. Of two roots, the one without anything close to the question gives way.
 */
const LOST_TIER = 1;

/** Whether an index had nothing close to the question. */
export function isLost({ items }: Findings): boolean {
  return items.every(({ tier }) => tier === LOST_TIER);
}

/**
 * Results in the order of `search_codebase`. Null if the index is of a folder above the root and has nothing
 * of the root, which its rules may exclude. If the index cannot be used, the gate's answer. Throws an answer
 * with status `error`.
 *
 * In the docs root, prose comes before code examples, which `search_codebase` would rank higher because it
 * expects questions about code.
 */
export async function byQuestion(
  searchIndex: SearchIndex,
  question: QuestionRequest,
  call: CallContext,
): Promise<Findings | Unanswered | null> {
  if (question.root.repo !== "docs") return byScope(searchIndex, question, "mixed", call);
  const written = await byScope(searchIndex, question, "docs", call);
  if (
    written !== null &&
    ("status" in written || (!isLost(written) && written.items.length >= question.maxResults))
  )
    return written;
  const all = await byScope(searchIndex, question, "mixed", call);
  if (written === null || isLost(written) || all === null || "status" in all) return all;
  const places = new Set(written.items.map(placeOf));
  return {
    ...all,
    items: [...written.items, ...all.items.filter((item) => !places.has(placeOf(item)))],
    isCut: written.isCut || all.isCut,
  };
}

function placeOf({ path, start_line }: Finding): string {
  return `${path}:${start_line}`;
}

async function byScope(
  searchIndex: SearchIndex,
  { root, query, maxResults }: QuestionRequest,
  scope: "docs" | "mixed",
  call: CallContext,
): Promise<Findings | Unanswered | null> {
  // Requests more, because results in the other root are removed.
  const limit = Math.min(LIMITS.limit.maximum, root.without.length === 0 ? maxResults : 2 * maxResults);
  const answer = await searchIndex(
    { path: root.path, query, scope, limit },
    { ...call, baseFolder: root.path },
  );
  if (answer.status === "error")
    throw new EngineError(answer.error.code, answer.error.message, { details: answer.error.details });
  if (answer.status !== "ok") return answer;
  if (!("results" in answer)) throw new TypeError("the index answered in another result mode than grouped");
  const folder = indexedPath(rootOf(answer), root.path) ?? "";
  const tier = answer.warnings?.includes("NO_CONFIDENT_MATCH") ? { tier: LOST_TIER } : {};
  const items = answer.results.flatMap((result): Finding[] => {
    const path = folder === "" ? result.file : result.file.slice(folder.length + 1);
    if (isChunkResult(result) || !isOwn(root, path)) return [];
    const { span, symbolLabel, preview = "" } = result;
    return [
      {
        repo: root.repo,
        path,
        found_by: "index",
        start_line: span.startLine,
        end_line: span.endLine,
        ...(symbolLabel === undefined ? {} : { symbol: symbolLabel }),
        text: preview,
        ...tier,
      },
    ];
  });
  if (answer.results.length === 0 && folder !== "") return null;
  const notes = (answer.warnings ?? []).map((code) => `${root.repo}: ${WARNINGS[code].meaning}`);
  return findings(items, { notes, isCut: answer.results.length >= (answer.limit ?? limit) });
}
