/** Text answers of `search_codebase` and `semantic_search`. Pure. */
import { rootOf, type SearchHit, type SemanticSearchOk, shortCommit, type ToolCall } from "@satori/contracts";
import { type CompleteSearch, renderResult } from "../search.ts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";
import { coverageLine, qualifyingLines } from "./qualifying-lines.ts";
import {
  commonFields,
  joinBlocks,
  jsonLine,
  messageLines,
  nextLines,
  scopeLines,
  type TextParts,
} from "./text-parts.ts";

/** Results in their order, each with its lines; what qualifies them comes first. */
export function searchText(answer: CompleteSearch): TextParts {
  const { effectiveRoot: root } = answer;
  const { results, confidence, hints, coverage, sessionScope } = answer;
  return {
    head: { confidence, results: results.length, ...commonFields(answer) },
    body: joinBlocks([
      qualifyingLines(answer),
      ...results.map((result) => resultLines(result, root)),
      [coverageLine(coverage), ...scopeLines(sessionScope)],
      hints?.debugSearch === undefined ? [] : [`debug: ${jsonLine(hints.debugSearch)}`],
      nextLines([firstCall(answer), hints?.leftOut?.searchCodebase]),
    ]),
    additions: [],
  };
}

/** Findings in their order; codebases that contribute none are listed with their status. */
export function semanticText(answer: SemanticSearchOk): TextParts {
  const { findings, confidence, method, searched, scope } = answer;
  const others = searched.flatMap(({ repo, status, outranked, freshnessDecision: fresh }) => [
    ...(status === "ok" ? [] : [`not searched: ${agentName(repo)} (${status})`]),
    ...(outranked ? [`no finding of ${agentName(repo)} is among the best`] : []),
    ...(fresh?.reason === undefined ? [] : [`index of ${agentName(repo)}: ${fresh.mode}, ${fresh.reason}`]),
  ]);
  return {
    head: { confidence, method, results: findings.length, ...commonFields(answer) },
    body: joinBlocks([
      [...messageLines(answer), ...others, ...scopeLines(scope)],
      ...findings.map((finding) => [
        ...(finding.repo === undefined ? [] : [`in ${agentName(finding.repo)}`]),
        ...resultLines(finding, finding.repo ?? rootOf(answer) ?? ""),
      ]),
    ]),
    additions: [],
  };
}

function resultLines(result: SearchHit, root: string): string[] {
  return [renderResult(result, { root, marks: marksOf(result), view: AGENT_VIEW })];
}

/** What a reader has to know of one result besides its lines. */
function marksOf(result: SearchHit): string[] {
  const { stalenessBucket, indexedAt } = result;
  return [
    ...(stalenessBucket === undefined ? [] : [`${stalenessBucket}, indexed ${indexedAt}`]),
    ...("collapsedChunkCount" in result && (result.collapsedChunkCount ?? 1) > 1
      ? [`${result.collapsedChunkCount} matching parts`]
      : []),
    ...("callGraphHint" in result && "reason" in result.callGraphHint
      ? [`no call graph: ${result.callGraphHint.reason}`]
      : []),
  ];
}

/** The call graph of the first result that has one. */
function firstCall({ results, effectiveRoot: root, commit }: CompleteSearch): ToolCall | undefined {
  for (const result of results)
    if ("callGraphHint" in result && "symbolRef" in result.callGraphHint) {
      const { file, symbolId } = result.callGraphHint.symbolRef;
      const version = commit === undefined ? {} : { ref: shortCommit(commit) };
      return { tool: "call_graph", args: { path: root, symbolRef: { file, symbolId }, ...version } };
    }
  return undefined;
}
