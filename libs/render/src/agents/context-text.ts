/** Text answer of `search_codebase` in the result mode `context`. Pure. */
import type { ContextEdge, ContextSection, SearchContextOk } from "@satori/contracts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";
import {
  commonFields,
  joinBlocks,
  jsonLine,
  messageLines,
  nextLines,
  scopeLines,
  type TextParts,
} from "./text-parts.ts";

/** Sections with their numbered lines, then types, calls between the sections, and calls for the rest. */
export function contextText(answer: SearchContextOk): TextParts {
  const { sections, edges, omitted, confidence, tokens, coverage, sessionScope, hints } = answer;
  const code = sections.filter(({ role }) => role !== "type");
  const types = sections.filter(({ role }) => role === "type");
  return {
    head: { confidence, sections: sections.length, tokens, ...commonFields(answer) },
    body: joinBlocks([
      [...messageLines(answer), ...doubtLines(answer)],
      ...code.map(sectionLines),
      types.flatMap(sectionLines),
      edges.map(edgeLine),
      [`searched ${coverage.files} files`, ...scopeLines(sessionScope)],
      hints?.debugSearch === undefined ? [] : [`debug: ${jsonLine(hints.debugSearch)}`],
      nextLines([...omitted, hints?.leftOut?.searchCodebase]),
    ]),
    additions: [],
  };
}

/** Why the sections may not answer the question. */
function doubtLines({
  unknownTerms,
  correctedTerms = [],
  freshnessDecision: { mode, reason },
  hints,
}: SearchContextOk): string[] {
  const { leftOut, noiseMitigation } = hints ?? {};
  return [
    ...(unknownTerms.length === 0 ? [] : [`not in this codebase: ${unknownTerms.map(agentName).join(", ")}`]),
    ...correctedTerms.map(
      ({ term, meant }) => `searched for ${meant.map(agentName).join(", ")} instead of ${agentName(term)}`,
    ),
    ...(reason === undefined ? [] : [`index: ${mode}, ${AGENT_VIEW.wording.sentence(reason)}`]),
    ...(leftOut === undefined
      ? []
      : [`left out by ${leftOut.leftOutBy.join(", ")}: ${agentName(leftOut.file)} (${leftOut.reason})`]),
    ...(noiseMitigation === undefined ? [] : [noiseMitigation.nextStep]),
  ];
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

function edgeLine({ from, to, confidence, site }: ContextEdge): string {
  const text = site.text === undefined ? "" : `: ${AGENT_VIEW.codeLine(site.text)}`;
  const doubt = confidence === undefined ? "" : ` (${confidence})`;
  return `${agentName(from)} calls ${agentName(to)} at ${agentName(site.file)}:${site.line}${doubt}${text}`;
}
