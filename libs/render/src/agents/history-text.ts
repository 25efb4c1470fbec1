/** The text answer of `symbol_history`. Pure. */
import type { SymbolHistoryOk } from "@satori/contracts";
import { renderHistory } from "../history.ts";
import { AGENT_VIEW } from "./agent-view.ts";
import { commonFields, joinBlocks, nextLines, type TextParts } from "./text-parts.ts";

const COMMIT_DIGITS = 12;

export function historyText(answer: SymbolHistoryOk): TextParts {
  const { commits, suspects, total, head, hints } = answer;
  return {
    head: {
      commits: commits?.length,
      suspects: suspects?.length,
      total: total === commits?.length ? undefined : total,
      head: head.slice(0, COMMIT_DIGITS),
      ...commonFields(answer),
    },
    body: joinBlocks([[renderHistory(answer, AGENT_VIEW)], nextLines([hints?.readFile])]),
    additions: [],
  };
}
