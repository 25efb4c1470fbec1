/** The text answer of `compare_versions`: one line for each change, below its module. Pure. */
import {
  type CompareVersionsOk,
  type ModuleChanges,
  shortCommit,
  type SymbolChange,
} from "@satori/contracts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";
import { commonFields, joinBlocks, messageLines, nextLines, type TextParts } from "./text-parts.ts";

/** What stands before a change. */
const SIGN: Readonly<Record<SymbolChange["change"], string>> = {
  removed: "-",
  renamed: "~",
  signature_changed: "~",
  moved: ">",
  added: "+",
};

export function compareText(answer: CompareVersionsOk): TextParts {
  const { baseCommit, headCommit, counts, modules, truncated, hints } = answer;
  const numbers = Object.entries(counts).map(([change, count]) => [change, count === 0 ? undefined : count]);
  return {
    head: {
      base: shortCommit(baseCommit),
      head: shortCommit(headCommit),
      ...Object.fromEntries(numbers),
      truncated: truncated ? true : undefined,
      ...commonFields(answer),
    },
    body: joinBlocks([messageLines(answer), ...modules.map(moduleLines), nextLines([hints?.callGraph])]),
    additions: [],
  };
}

function moduleLines({ module, movedFrom, only, changes }: ModuleChanges): string[] {
  const about = [only, movedFrom === undefined ? undefined : `from ${agentName(movedFrom)}`];
  const note = about.filter((part) => part !== undefined).join(", ");
  return [
    `${agentName(module)}${note === "" ? "" : ` (${note})`}`,
    ...changes.map((change) => `  ${changeLine(module, change)}`),
  ];
}

function changeLine(module: string, change: SymbolChange): string {
  const { before, file, line, kind, symbol, signature } = change;
  const place = file === module ? `${line}` : `${agentName(file)}:${line}`;
  const internal = change.public ? "" : " (internal)";
  const was = [
    before?.symbol === undefined ? undefined : agentName(before.symbol),
    before?.file === undefined ? undefined : `in ${agentName(before.file)}`,
    before?.signature,
    before?.public === undefined ? undefined : before.public ? "public" : "internal",
  ].filter((part) => part !== undefined);
  const earlier = was.length === 0 ? "" : `  was: ${AGENT_VIEW.wording.sentence(was.join(", "))}`;
  const declared = signature === undefined ? agentName(symbol) : `${agentName(symbol)}: ${signature}`;
  return `${SIGN[change.change]} ${kind} ${declared}${internal} :${place}${earlier}`;
}
