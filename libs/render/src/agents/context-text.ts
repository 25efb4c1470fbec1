/** Text answer of `search_codebase` in the result mode `context`. Pure. */
import type { ContextEdge, ContextSection } from "@satori/contracts";
import type { CompleteContext } from "../search-notes.ts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";
import { coverageLine, qualifyingLines } from "./qualifying-lines.ts";
import { commonFields, joinBlocks, jsonLine, nextLines, scopeLines, type TextParts } from "./text-parts.ts";

/** Sections with their numbered lines, then types, calls between the sections, and calls for the rest. */
export function contextText(answer: CompleteContext): TextParts {
  const { sections, edges, omitted, confidence, tokens, coverage, sessionScope, hints } = answer;
  const code = sections.filter(({ role }) => role !== "type");
  const types = sections.filter(({ role }) => role === "type");
  return {
    head: { confidence, sections: sections.length, tokens, ...commonFields(answer) },
    body: joinBlocks([
      qualifyingLines(answer),
      ...code.map(sectionLines),
      types.flatMap(sectionLines),
      edges.map(edgeLine),
      [coverageLine(coverage), ...scopeLines(sessionScope)],
      hints?.debugSearch === undefined ? [] : [`debug: ${jsonLine(hints.debugSearch)}`],
      nextLines([...omitted, hints?.leftOut?.searchCodebase]),
    ]),
    additions: [],
  };
}

function sectionLines({ file, span, symbolLabel, role, alsoIn = [], content }: ContextSection): string[] {
  const lines = span.startLine === span.endLine ? span.startLine : `${span.startLine}-${span.endLine}`;
  const symbol = symbolLabel === undefined ? "" : `  ${agentName(symbolLabel)}`;
  return [
    `${agentName(file)}:${lines}${symbol}  (${role})`,
    ...(alsoIn.length === 0 ? [] : [`also in ${alsoIn.map(agentName).join(", ")}`]),
    AGENT_VIEW.code(content),
  ];
}

/** Callers that are named by an id need the file of the call; others begin with it. */
function edgeLine({ from, to, confidence, site }: ContextEdge): string {
  const text = site.text === undefined ? "" : `: ${AGENT_VIEW.codeLine(site.text)}`;
  const doubt = confidence === undefined ? "" : ` (${confidence})`;
  const place = from.startsWith(`${site.file}:`)
    ? `line ${site.line}`
    : `${agentName(site.file)}:${site.line}`;
  return `${agentName(from)} calls ${agentName(to)} at ${place}${doubt}${text}`;
}
