/**
 * Renders what a change affects as a comment for a pull request. Everything that comes from the code is in
 * code spans or fences, where no name mentions a person, makes a link or ends the text around it. Pure.
 */
import {
  type AffectedFile,
  type ChangedSymbol,
  type ChangeImpactOk,
  counted,
  IMPACT_CHANGES,
  type ImpactUnknown,
  type TestFile,
} from "@satori/contracts";
import {
  CHANGE_WORDS,
  changedName,
  CONFIDENCE_WORDS,
  impactSummary,
  isImpactEmpty,
  MISFIT_WORDS,
  PLAIN,
  printableLine,
  signatureDifference,
  TEST_REASON_WORDS,
  truncate,
  UNKNOWN_WORDS,
  wayOf,
} from "@satori/render";
import { IMPACT_MARKER } from "./impact-marker.ts";
import { fenceAround, inCode } from "./markdown.ts";

/** GitHub takes 65,536 characters, GitLab 1,000,000. The rest is room for what a caller adds. */
const MAX_CHARS = 60_000;
/** Characters of a name, a path or a line of code. */
const MAX_CODE_CHARS = 200;
/** A command may be long, since it names every test file. */
const MAX_COMMAND_CHARS = 4_000;
const MAX_SHOWN = {
  changed: 20,
  misfits: 20,
  files: 50,
  symbols: 10,
  tests: 30,
  unknown: 20,
  functions: 5,
  commands: 10,
} as const;

/** Items of one part of a comment; the last ones are left out if there is no room. */
interface Part {
  readonly opening: readonly string[];
  readonly items: readonly string[];
  readonly closing: readonly string[];
  /** The beginning of the line that counts what is left out. */
  readonly bullet: "-" | "#";
}

/** Empty if there is nothing to report. */
export function renderImpactMarkdown(answer: ChangeImpactOk): string {
  if (isImpactEmpty(answer)) return "";
  const head = [
    IMPACT_MARKER,
    "",
    "### What this change affects",
    "",
    impactSummary(answer, { style: PLAIN }),
  ];
  const parts = [
    listPart("**Changed**", changedItems(answer)),
    listPart("**No longer fits**", misfitItems(answer)),
    commandPart(answer),
    detailsPart("Affected code", affectedItems(answer)),
    detailsPart("Tests to run", testItems(answer)),
    detailsPart("Functions that no test is known to reach", unreachedItems(answer)),
    detailsPart("What cannot be known", unknownItems(answer)),
  ];
  const lines = [...head];
  let room = MAX_CHARS - lengthOf(head);
  for (const part of parts) {
    const fitted = fittedLines(part, room);
    lines.push(...fitted);
    room -= lengthOf(fitted);
  }
  return `${lines.join("\n")}\n`;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** Room for the line that says how many items are left out. */
const REST_CHARS = 40;

/** As many items as fit, and the number of the others. Empty if none fits. */
function fittedLines({ opening, items, closing, bullet }: Part, room: number): string[] {
  let remaining = room - lengthOf([...opening, ...closing]) - REST_CHARS;
  const shown: string[] = [];
  for (const item of items) {
    remaining -= item.length + 1;
    if (remaining < 0) break;
    shown.push(item);
  }
  if (shown.length === 0) return [];
  const rest = items.length - shown.length;
  return [...opening, ...shown, ...(rest > 0 ? [`${bullet} and ${rest} more lines`] : []), ...closing];
}

function listPart(title: string, items: readonly string[]): Part {
  return { opening: ["", title, ""], items, closing: [], bullet: "-" };
}

/** @param summary fixed words: nothing in it is escaped */
function detailsPart(summary: string, items: readonly string[]): Part {
  return {
    opening: ["", `<details><summary>${summary}</summary>`, ""],
    items,
    closing: ["", "</details>"],
    bullet: "-",
  };
}

function commandPart({ tests: { commands } }: ChangeImpactOk): Part {
  const lines = commands.slice(0, MAX_SHOWN.commands).map(({ folder, command }) => {
    const text = printableLine(command);
    const shown =
      text.length > MAX_COMMAND_CHARS
        ? `# ${counted(text.length, "character")}: see satori impact --tests`
        : text;
    return folder === "." ? shown : `# in ${printableLine(folder)}\n${shown}`;
  });
  const fence = fenceAround(lines.join("\n"));
  const rest = commands.length - lines.length;
  return {
    opening: ["", "**Run**", "", `${fence}sh`],
    items: rest > 0 ? [...lines, `# and ${counted(rest, "more command")}`] : lines,
    closing: [fence],
    bullet: "#",
  };
}

/** Text from the code as a code span on one line, of bounded length. */
function code(text: string): string {
  // A name may be megabytes long, and measuring takes time.
  const start = text
    .slice(0, 2 * MAX_CODE_CHARS)
    .replace(/[\t ]+/g, " ")
    .trim();
  const line = printableLine(start);
  return inCode(line === "" ? "?" : truncate(line, MAX_CODE_CHARS));
}

function withRest(items: readonly string[], total: number): string[] {
  return total > items.length ? [...items, `- and ${total - items.length} more`] : [...items];
}

function changedItems(answer: ChangeImpactOk): string[] {
  // Comments and formatting break nothing, and most reviewers see that.
  const shown = answer.changed.filter(({ change }) => change !== "cosmetic").slice(0, MAX_SHOWN.changed);
  const total = IMPACT_CHANGES.reduce(
    (sum, change) => sum + (change === "cosmetic" ? 0 : answer.counts[change]),
    0,
  );
  return withRest(shown.map(changedItem), total);
}

function changedItem({
  change,
  kind,
  symbol,
  file,
  line,
  before = {},
  affected,
  proven,
  signature = "",
}: ChangedSymbol): string {
  const about = [
    ...(before.symbol === undefined ? [] : [`was ${code(before.symbol)}`]),
    ...(before.file === undefined ? [] : [`from ${code(before.file)}`]),
    ...(affected > 0 ? [`${affected} affected`] : []),
    ...(proven ? ["nothing else in this codebase uses it"] : []),
  ];
  const rest = about.length === 0 ? "" : `: ${about.join(", ")}`;
  const first = `- ${CHANGE_WORDS[change]} ${kind} ${code(symbol)} (${code(`${file}:${line}`)})${rest}`;
  if (before.signature === undefined) return first;
  const shown = signatureDifference(before.signature, signature);
  const side = (text: string): string => (text === "" ? "nothing but the name" : code(text));
  return `${first}\n  - before: ${side(shown.before)}\n  - after: ${side(shown.after)}`;
}

function misfitItems(answer: ChangeImpactOk): string[] {
  const misfits = answer.affected.flatMap(({ file, symbols }) =>
    symbols.flatMap(({ sites }) =>
      sites.flatMap(({ line, text, misfit }) => (misfit === undefined ? [] : [{ file, line, text, misfit }])),
    ),
  );
  const items = misfits
    .slice(0, MAX_SHOWN.misfits)
    .map(
      ({ file, line, text, misfit }) => `- ${code(`${file}:${line}`)} ${MISFIT_WORDS[misfit]}: ${code(text)}`,
    );
  return withRest(items, answer.counts.misfits);
}

function affectedItems(answer: ChangeImpactOk): string[] {
  const shown = answer.affected.slice(0, MAX_SHOWN.files);
  const count = shown.reduce((sum, { symbols }) => sum + Math.min(symbols.length, MAX_SHOWN.symbols), 0);
  const items = shown.map((file) => affectedItem(answer, file));
  const rest = answer.counts.affected - count;
  return items.length > 0 && rest > 0 ? [...items, `- and ${rest} more symbols or files`] : items;
}

/** Names in full: a comment has no other place to look them up. */
const NAMES = { symbol: (label: string) => label };

function affectedItem(answer: ChangeImpactOk, { file, symbols }: AffectedFile): string {
  const lines = symbols.slice(0, MAX_SHOWN.symbols).map((affected) => {
    const { symbol, line, confidence, sites } = affected;
    const at = line ?? sites[0]?.line;
    const doubt = CONFIDENCE_WORDS[confidence];
    const name = symbol === undefined ? "top level" : code(symbol);
    return (
      `  - ${name}${at === undefined ? "" : ` (line ${at})`}: ${code(wayOf(answer, file, affected, NAMES))}` +
      (doubt === null ? "" : `, ${doubt}`)
    );
  });
  return [`- ${code(file)}`, ...lines].join("\n");
}

function testItems({ tests: { files, total } }: ChangeImpactOk): string[] {
  return withRest(files.slice(0, MAX_SHOWN.tests).map(testItem), total);
}

function testItem({ file, reasons, functions = [] }: TestFile): string {
  const names = functions.slice(0, MAX_SHOWN.functions).map(code).join(", ");
  return `- ${code(file)}: ${reasons.map((reason) => TEST_REASON_WORDS[reason]).join(", ")}${names === "" ? "" : ` (${names})`}`;
}

function unreachedItems({ changed, tests: { unreached } }: ChangeImpactOk): string[] {
  const items = unreached.slice(0, MAX_SHOWN.changed).flatMap((at) => {
    const symbol = changed[at];
    return symbol === undefined
      ? []
      : [`- ${symbol.kind} ${code(symbol.symbol)} (${code(`${symbol.file}:${symbol.line}`)})`];
  });
  return withRest(items, unreached.length);
}

function unknownItems(answer: ChangeImpactOk): string[] {
  const { notCompared, unparsedFiles, unsupportedLanguages, complete } = answer.coverage;
  return [
    ...withRest(
      answer.unknown.slice(0, MAX_SHOWN.unknown).map((unknown) => unknownItem(answer, unknown)),
      answer.totalUnknown,
    ),
    ...(notCompared > 0 ? [`- ${counted(notCompared, "changed file")} could not be compared`] : []),
    ...(unparsedFiles > 0 ? [`- ${counted(unparsedFiles, "file")} could not be parsed`] : []),
    ...(unsupportedLanguages.length > 0
      ? [`- calls are not resolved in ${unsupportedLanguages.map(code).join(", ")}`]
      : []),
    ...(complete ? [] : ["- not all changed symbols were followed to the end"]),
  ];
}

function unknownItem(answer: ChangeImpactOk, { type, of, file, line, detail }: ImpactUnknown): string {
  const name = of === undefined ? "" : `${code(changedName(answer, of, NAMES))}: `;
  const where = file === undefined ? "" : ` ${code(`${file}${line === undefined ? "" : `:${line}`}`)}`;
  return `- ${name}${UNKNOWN_WORDS[type]}${where}: ${code(detail)}`;
}
