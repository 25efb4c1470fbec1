/** The text answer of `change_impact`: the blocks that people get, with files relative to the root. Pure. */
import { type ChangeImpactOk, IMPACT_CHANGES, shortCommit } from "@satori/contracts";
import { impactBlocks, impactSummary, isImpactEmpty } from "../impact.ts";
import { AGENT_VIEW } from "./agent-view.ts";
import { commonFields, joinBlocks, messageLines, nextLines, type TextParts } from "./text-parts.ts";

export function impactText(answer: ChangeImpactOk): TextParts {
  const { counts, source, baseCommit, headCommit, tests, truncated, hints } = answer;
  const changes = IMPACT_CHANGES.filter((change) => counts[change] > 0);
  return {
    head: {
      changes: changes.reduce((sum, change) => sum + counts[change], 0),
      ...Object.fromEntries(changes.map((change) => [change, counts[change]])),
      affected: counts.affected,
      misfits: counts.misfits === 0 ? undefined : counts.misfits,
      tests: tests.total,
      source,
      base: baseCommit === undefined ? undefined : shortCommit(baseCommit),
      head: headCommit === undefined ? undefined : shortCommit(headCommit),
      truncated: truncated ? true : undefined,
      ...commonFields(answer),
    },
    body: joinBlocks([
      messageLines(answer),
      isImpactEmpty(answer) && answer.message === undefined ? [impactSummary(answer, AGENT_VIEW)] : [],
      ...impactBlocks(answer, AGENT_VIEW),
      nextLines([hints?.callGraph]),
    ]),
    additions: [],
  };
}
