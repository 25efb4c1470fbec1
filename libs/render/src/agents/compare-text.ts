/** The text answer of `compare_versions`: one line for each change, below its module. Pure. */
import {
  type CompareCoverage,
  type CompareVersionsOk,
  counted,
  type ModuleChanges,
  shortCommit,
  type SymbolChange,
} from "@satori/contracts";
import { printable } from "../printable.ts";
import { signatureDifference } from "../signature-difference.ts";
import { agentName } from "./agent-view.ts";
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
  const { baseCommit, headCommit, counts, modules, truncated, coverage, hints } = answer;
  const numbers = Object.entries(counts);
  return {
    head: {
      changes: numbers.reduce((sum, [, count]) => sum + count, 0),
      ...Object.fromEntries(numbers.filter(([, count]) => count > 0)),
      base: shortCommit(baseCommit),
      head: shortCommit(headCommit),
      truncated: truncated ? true : undefined,
      ...commonFields(answer),
    },
    body: joinBlocks([
      messageLines(answer),
      ...modules.map(moduleLines),
      coverageLines(coverage),
      nextLines([hints?.callGraph]),
    ]),
    additions: [],
  };
}

function moduleLines({ module, movedFrom, only, changes }: ModuleChanges): string[] {
  const about = [only, movedFrom === undefined ? undefined : `was ${agentName(movedFrom)}`];
  const note = about.filter((part) => part !== undefined).join(", ");
  return [
    `${agentName(module)}${note === "" ? "" : ` (${note})`}`,
    ...changes.map((change) => `  ${changeLine(module, change)}`),
  ];
}

/** `~ function load: (a: string) :12 was: (a: number)`. */
function changeLine(module: string, change: SymbolChange): string {
  const { before = {}, file, line, kind, symbol, signature } = change;
  const shown =
    before.signature === undefined
      ? { after: signature }
      : signatureDifference(before.signature, signature ?? "");
  const was = [
    before.kind,
    before.symbol === undefined ? undefined : agentName(before.symbol),
    before.public === undefined ? undefined : before.public ? "public" : "internal",
    before.file === undefined ? undefined : `in ${agentName(before.file)}`,
    "before" in shown ? codeLine(shown.before === "" ? "no signature" : shown.before) : undefined,
  ].filter((part) => part !== undefined);
  const declared = shown.after === undefined || shown.after === "" ? "" : `  ${codeLine(shown.after)}`;
  const place = file === module ? `:${line}` : ` ${agentName(file)}:${line}`;
  return [
    `${SIGN[change.change]} ${kind} ${agentName(symbol)}${place}${change.public ? "" : " (internal)"}${declared}`,
    ...(was.length === 0 ? [] : [`was: ${was.join(", ")}`]),
  ].join("  ");
}

/** A declaration has been written by anyone: nothing in it ends the line. */
function codeLine(text: string): string {
  return printable(text.replace(/\s+/g, " "));
}

function coverageLines({ notCompared, examples = [], withoutVisibility = [] }: CompareCoverage): string[] {
  const files = examples.map(({ file, cause }) => `${agentName(file)} (${cause})`);
  return [
    ...(notCompared === 0 ? [] : [`not compared: ${counted(notCompared, "file")}: ${files.join(", ")}`]),
    ...(withoutVisibility.length === 0
      ? []
      : [`all declarations count as public in: ${withoutVisibility.join(", ")}`]),
  ];
}
