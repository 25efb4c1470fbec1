/** The text answer of `unused_symbols`. Pure. */
import type { UnusedSymbolsOk } from "@satori/contracts";
import { renderUnused } from "../unused.ts";
import { AGENT_VIEW } from "./agent-view.ts";
import { commonFields, joinBlocks, nextLines, type TextParts } from "./text-parts.ts";

export function unusedText(answer: UnusedSymbolsOk): TextParts {
  const { counts, truncated, hints } = answer;
  return {
    head: {
      unused: counts.unused,
      possibly: counts.possibly,
      symbols: counts.symbols,
      truncated: truncated ? true : undefined,
      ...commonFields(answer),
    },
    body: joinBlocks([
      [renderUnused(answer, AGENT_VIEW, { possibly: "listed" })],
      nextLines([hints?.callGraph]),
    ]),
    additions: [],
  };
}
