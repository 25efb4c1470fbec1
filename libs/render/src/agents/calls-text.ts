/** The text answer of `call_graph`: trees with their calls, and what may be missing. Pure. */
import type { CallGraphNote, Growth } from "@satori/contracts";
import { type CompleteGraph, openCallLines, renderCallTrees, uncoveredOf } from "../calls.ts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";
import { commonFields, joinBlocks, messageLines, nextLines, type TextParts } from "./text-parts.ts";

export function callsText(answer: CompleteGraph): TextParts {
  const { direction, hints = {}, namesakes = [], notes, notesTruncated, totalNoteCount } = answer;
  const growths: readonly Growth[] = direction === "both" ? ["callers", "callees"] : [direction];
  const others = notes.filter((note) => !isShownApart(note, answer));
  return {
    head: { direction, nodes: answer.nodes.length, edges: answer.edges.length, ...commonFields(answer) },
    body: joinBlocks([
      messageLines(answer),
      ...growths.map((growth) => [`${growth}:`, renderCallTrees(answer, growth, AGENT_VIEW)]),
      namesakes.map(
        ({ symbolLabel, file, span }) =>
          `not included, of the same name: ${agentName(symbolLabel)}  ${agentName(file)}:${span.startLine}`,
      ),
      [
        ...openCallLines(answer, AGENT_VIEW),
        ...(uncoveredOf(answer, AGENT_VIEW) === "" ? [] : [uncoveredOf(answer, AGENT_VIEW)]),
      ],
      [
        ...others.map(noteLine),
        ...(notesTruncated ? [`${notes.length} of ${totalNoteCount} notes are shown`] : []),
      ],
      (hints.paths ?? []).map((path) => `more below: ${agentName(path)} (pass as path)`),
      nextLines([hints.continue, hints.everywhere, hints.callers, hints.callees, hints.searchCodebase]),
    ]),
    additions: [],
  };
}

/** Whether `openCallLines` shows what a note is about. */
function isShownApart({ type, file, startLine }: CallGraphNote, { coverage }: CompleteGraph): boolean {
  const isOpen = coverage.open.some((open) => open.file === file && open.startLine === startLine);
  return type === "callers_left_out" || (type.startsWith("unresolved_") && isOpen);
}

function noteLine({ type, file, startLine, detail }: CallGraphNote): string {
  const where = `${agentName(file)}${startLine === undefined ? "" : `:${startLine}`}`;
  return `${type}: ${where}  ${AGENT_VIEW.codeLine(detail)}`;
}
