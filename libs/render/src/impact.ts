/** Renders what a change affects: changed symbols, affected code, tests, what cannot be known. Pure. */
import {
  type AffectedFile,
  type AffectedSymbol,
  type ChangedSymbol,
  type ChangeImpactOk,
  counted,
  IMPACT_CHANGES,
  type ImpactSite,
  type ImpactUnknown,
  rootOf,
  type TestFile,
} from "@satori/contracts";
import {
  CHANGE_WORDS,
  CONFIDENCE_WORDS,
  MISFIT_WORDS,
  RELATION_WORDS,
  TEST_REASON_WORDS,
  UNKNOWN_WORDS,
} from "./impact-words.ts";
import { signatureDifference } from "./signature-difference.ts";
import type { View } from "./view.ts";
import { displayWidth, padStart, truncate } from "./width.ts";

const GAP = "  ";

/** Blocks separated by empty lines: the numbers, then a block for each part that has something. */
export function renderImpact(answer: ChangeImpactOk, view: View): string {
  return [[impactSummary(answer, view)], ...impactBlocks(answer, view)]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** The blocks of an answer below its numbers; each has a title as its first line. */
export function impactBlocks(answer: ChangeImpactOk, view: View): string[][] {
  return [
    titled("Changed:", changedLines(answer, view)),
    titled("Affected:", affectedLines(answer, view)),
    titled(testsTitle(answer), testLines(answer, view)),
    titled("No test is known to reach:", unreachedLines(answer, view)),
    titled("Cannot be known:", unknownLines(answer, view)),
    uncoveredLines(answer, view),
  ].filter((lines) => lines.length > 0);
}

/**
 * Whether there is nothing to report: no symbol differs in more than comments and formatting, no code or test
 * is affected, and no changed file may hide a change.
 */
export function isImpactEmpty({ counts, tests, coverage }: ChangeImpactOk): boolean {
  const { cosmetic: _cosmetic, ...others } = counts;
  const total = Object.values(others).reduce((sum, count) => sum + count, 0);
  return total === 0 && tests.total === 0 && mayHideChanges(coverage) === 0 && coverage.complete;
}

/** Number of the files that were not compared and may have declarations. */
function mayHideChanges({ notCompared, examples = [] }: ChangeImpactOk["coverage"]): number {
  return notCompared - examples.filter(({ cause }) => WITHOUT_DECLARATIONS.has(cause)).length;
}

const WITHOUT_DECLARATIONS: ReadonlySet<string> = new Set(["binary", "lfs_pointer", "link", "submodule"]);

/** The numbers of an answer, as one sentence. */
export function impactSummary(answer: ChangeImpactOk, { style }: Pick<View, "style">): string {
  const { counts, tests, source } = answer;
  const kinds = IMPACT_CHANGES.filter((change) => counts[change] > 0);
  if (kinds.length === 0 && tests.total === 0) return emptySummary(answer);
  const total = kinds.reduce((sum, change) => sum + counts[change], 0);
  const changes = kinds.map((change) => `${counts[change]} ${CHANGE_WORDS[change]}`).join(", ");
  const planned = source === "symbols" ? "planned change" : "changed symbol";
  const affected = [
    counts.affected === 0
      ? "no other code is known to be affected"
      : `${counted(counts.affected, "affected symbol")} or ${counts.affected === 1 ? "file" : "files"}`,
    ...(counts.misfits > 0
      ? [
          style.warning(
            `${counted(counts.misfits, "place")} that no longer ${counts.misfits === 1 ? "fits" : "fit"}`,
          ),
        ]
      : []),
  ].join(", ");
  return `${counted(total, planned)}${changes === "" ? "" : ` (${changes})`}; ${affected}; ${testsOf(answer)}.`;
}

function testsOf({ tests: { total, testFiles } }: ChangeImpactOk): string {
  if (testFiles === 0) return "the codebase has no test files";
  return total === 0
    ? "no test is known to reach it"
    : `${total} of ${counted(testFiles, "test file")} to run`;
}

/** What an answer without changed symbols means. */
function emptySummary({
  source,
  coverage: { changedFiles, withoutSymbols, notCompared },
}: ChangeImpactOk): string {
  if (changedFiles === 0)
    return source === "work_tree" ? "There are no uncommitted changes." : "The change changes no file.";
  const files = counted(changedFiles, "changed file");
  if (withoutSymbols === changedFiles)
    return `${files}, ${changedFiles === 1 ? "without" : "none of them with"} declarations: nothing is affected.`;
  return notCompared === 0
    ? `${files}, but no declaration differs: nothing is affected.`
    : `${files}; no declaration differs in those that could be compared.`;
}

/** Name of a changed symbol, for the parts that refer to it. */
export function changedName({ changed }: ChangeImpactOk, at: number, view: Pick<View, "symbol">): string {
  const symbol = changed[at];
  return symbol === undefined ? "the change" : view.symbol(symbol.symbol, symbol.file);
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function changedLines(answer: ChangeImpactOk, view: View): string[] {
  const hidden =
    IMPACT_CHANGES.reduce((sum, change) => sum + answer.counts[change], 0) - answer.changed.length;
  return [
    ...answer.changed.flatMap((symbol) => linesOfChanged(symbol, rootOf(answer), view)),
    ...moreLines(hidden, view),
  ];
}

function linesOfChanged(symbol: ChangedSymbol, root: string, view: View): string[] {
  const { change, kind, file, line, before = {}, affected, proven, examined } = symbol;
  const { style } = view;
  const isBreaking = change === "removed" || change === "renamed" || change === "signature_changed";
  const about = [
    before.symbol === undefined ? "" : `was ${view.symbol(before.symbol, before.file ?? file)}`,
    before.file === undefined ? "" : `from ${view.file(root, before.file)}`,
    affected > 0 ? `${affected} affected` : "",
    proven ? "nothing else uses it" : "",
  ].filter((part) => part !== "");
  return [
    lineOf(
      [
        [GAP, asIs],
        [CHANGE_WORDS[change], isBreaking ? style.warning : asIs],
        [` ${kind} `, asIs],
        [view.symbol(symbol.symbol, file), style.symbol],
        [GAP, asIs],
        [`${view.file(root, file)}:${line}`, style.file],
        [about.length === 0 ? "" : `${GAP}${about.join(", ")}`, style.quiet],
      ],
      view,
    ),
    ...signatureLines(symbol, view),
    ...(examined
      ? [
          lineOf(
            [
              [
                `${GAP.repeat(3)}looked at: ${counted(examined.files, "file")}, ` +
                  counted(examined.occurrences, "occurrence"),
                style.quiet,
              ],
            ],
            view,
          ),
        ]
      : []),
  ];
}

/** The declaration before and after, where it differs. */
function signatureLines({ before, signature = "" }: ChangedSymbol, view: View): string[] {
  if (before?.signature === undefined) return [];
  const shown = signatureDifference(before.signature, signature);
  return [
    ["before", shown.before],
    ["after", shown.after],
  ].map(([label = "", text = ""]) =>
    lineOf(
      [
        [`${GAP.repeat(3)}${label.padEnd("before".length)} `, view.style.quiet],
        [text === "" ? "nothing but the name" : view.codeLine(text), asIs],
      ],
      view,
    ),
  );
}

function affectedLines(answer: ChangeImpactOk, view: View): string[] {
  const shown = answer.affected.reduce((sum, { symbols }) => sum + symbols.length, 0);
  return [
    ...answer.affected.flatMap((file) => linesOfFile(answer, file, view)),
    ...moreLines(answer.counts.affected - shown, view),
  ];
}

function linesOfFile(answer: ChangeImpactOk, { file, symbols }: AffectedFile, view: View): string[] {
  const title = lineOf(
    [
      [GAP, asIs],
      [view.file(rootOf(answer), file), view.style.file],
    ],
    view,
  );
  return [title, ...symbols.flatMap((symbol) => linesOfAffected(answer, file, symbol, view))];
}

function linesOfAffected(
  answer: ChangeImpactOk,
  file: string,
  affected: AffectedSymbol,
  view: View,
): string[] {
  const { symbol, line, sites, totalSites = sites.length } = affected;
  const { style } = view;
  const doubt = CONFIDENCE_WORDS[affected.confidence];
  const shown = sites.filter(
    ({ misfit }, at) => misfit !== undefined || at < (view.maxListed ?? sites.length),
  );
  const width = Math.max(0, ...shown.map((site) => String(site.line).length));
  return [
    lineOf(
      [
        [GAP.repeat(2), asIs],
        [symbol === undefined ? "top level" : view.symbol(symbol, file), style.symbol],
        [line === undefined ? "" : `:${line}`, asIs],
        [`${GAP}${wayOf(answer, file, affected, view)}`, asIs],
        [doubt === null ? "" : `${GAP}${doubt}`, style.warning],
      ],
      view,
    ),
    ...shown.map((site) => siteLine(site, width, view)),
    ...(totalSites > shown.length
      ? [`${GAP.repeat(3)}${style.quiet(`and ${counted(totalSites - shown.length, "more line")}`)}`]
      : []),
  ];
}

/** `calls checkout → Cart.add`: the steps from affected code to the changed symbol. */
export function wayOf(
  answer: ChangeImpactOk,
  file: string,
  { relation, of, through = [] }: AffectedSymbol,
  view: Pick<View, "symbol">,
): string {
  const steps = [...through.map((name) => view.symbol(name, file)), changedName(answer, of, view)];
  return `${RELATION_WORDS[relation]} ${steps.join(" → ")}`;
}

function siteLine({ line, text, misfit }: ImpactSite, width: number, view: View): string {
  const { style } = view;
  // What is wrong comes first, so that a narrow terminal does not cut it.
  return lineOf(
    [
      [`${GAP.repeat(3)}${padStart(String(line), width)}${GAP}`, style.quiet],
      [misfit === undefined ? "" : `${MISFIT_WORDS[misfit]}: `, style.warning],
      [view.codeLine(text.replaceAll("\t", view.tab)), misfit === undefined ? style.quiet : style.warning],
    ],
    view,
  );
}

function testsTitle({ tests: { total, testFiles } }: ChangeImpactOk): string {
  return `Tests to run (${total} of ${counted(testFiles, "test file")}):`;
}

function testLines(answer: ChangeImpactOk, view: View): string[] {
  const { files, total, commands } = answer.tests;
  const root = rootOf(answer);
  return [
    ...files.map((test) => testLine(test, root, view)),
    ...moreLines(total - files.length, view),
    ...commands.map(({ folder, command }) => {
      const shown = folder === "." ? view.folder(root) : view.file(root, folder);
      const about = shown === "." || (folder === "." && shown === root) ? "" : `in ${shown}: `;
      // A command that is cut cannot be copied.
      return `${GAP}$ ${view.style.quiet(about)}${view.codeLine(command)}`;
    }),
  ];
}

function testLine({ file, reasons, distance, functions = [] }: TestFile, root: string, view: View): string {
  const shown = functions.slice(0, view.maxListed ?? functions.length).map((name) => view.name(name));
  const rest = functions.length > shown.length ? `, and ${functions.length - shown.length} more` : "";
  const why = reasons.map((reason) =>
    reason === "reaches" && distance !== undefined
      ? `reaches it in ${counted(distance, "step")}`
      : TEST_REASON_WORDS[reason],
  );
  return lineOf(
    [
      [GAP, asIs],
      [view.file(root, file), view.style.file],
      [`${GAP}${why.join(", ")}`, view.style.quiet],
      [shown.length === 0 ? "" : `: ${shown.join(", ")}${rest}`, asIs],
    ],
    view,
  );
}

function unreachedLines(answer: ChangeImpactOk, view: View): string[] {
  return answer.tests.unreached.flatMap((at) => {
    const symbol = answer.changed[at];
    return symbol === undefined
      ? []
      : [
          lineOf(
            [
              [`${GAP}${symbol.kind} `, asIs],
              [changedName(answer, at, view), view.style.symbol],
              [GAP, asIs],
              [`${view.file(rootOf(answer), symbol.file)}:${symbol.line}`, view.style.file],
            ],
            view,
          ),
        ];
  });
}

/** At most `maxListed` for each changed symbol. */
function unknownLines(answer: ChangeImpactOk, view: View): string[] {
  const bySymbol = new Map<number | undefined, ImpactUnknown[]>();
  for (const unknown of answer.unknown) {
    const others = bySymbol.get(unknown.of);
    if (others) others.push(unknown);
    else bySymbol.set(unknown.of, [unknown]);
  }
  const shown = [...bySymbol.values()].flatMap((unknowns) =>
    unknowns.slice(0, view.maxListed ?? unknowns.length),
  );
  return [
    ...shown.map((unknown) => unknownLine(answer, unknown, view)),
    ...moreLines(answer.totalUnknown - shown.length, view),
  ];
}

function unknownLine(
  answer: ChangeImpactOk,
  { type, of, file, line, detail }: ImpactUnknown,
  view: View,
): string {
  const where =
    file === undefined ? "" : `${view.file(rootOf(answer), file)}${line === undefined ? "" : `:${line}`}`;
  const name = of === undefined ? "" : `${changedName(answer, of, view)}: `;
  return lineOf(
    [
      [GAP, asIs],
      [name, view.style.symbol],
      [UNKNOWN_WORDS[type], asIs],
      [where === "" ? "" : GAP, asIs],
      [where, view.style.file],
      [`${GAP}${view.codeLine(detail.replaceAll("\t", view.tab))}`, view.style.quiet],
    ],
    view,
  );
}

function uncoveredLines({ coverage, truncated, ...answer }: ChangeImpactOk, view: View): string[] {
  const { notCompared, examples = [], unparsedFiles, partlyParsedFiles, unsupportedLanguages } = coverage;
  const root = rootOf(answer);
  const shown = examples.slice(0, view.maxListed ?? examples.length);
  const parts = [
    unsupportedLanguages.length > 0 ? `calls in ${unsupportedLanguages.join(", ")}` : "",
    unparsedFiles > 0 ? `${counted(unparsedFiles, "file")} that could not be parsed` : "",
    partlyParsedFiles > 0 ? `parts of ${counted(partlyParsedFiles, "file")} that could not be parsed` : "",
  ].filter((part) => part !== "");
  return [
    ...(notCompared === 0 ? [] : [`Not compared: ${counted(notCompared, "changed file")}.`]),
    ...shown.map(({ file, cause }) => `${GAP}${view.file(root, file)} (${cause.replaceAll("_", " ")})`),
    ...(notCompared > shown.length && shown.length > 0 ? moreLines(notCompared - shown.length, view) : []),
    ...(parts.length === 0 ? [] : [`Not covered: ${parts.join("; ")}.`]),
    ...(coverage.complete || truncated ? [] : ["Not all changed symbols were followed to the end."]),
  ];
}

function moreLines(count: number, view: View): string[] {
  return count > 0 ? [`${GAP}${view.style.quiet(`and ${count} more`)}`] : [];
}

const asIs = (text: string): string => text;

/** A part of a line with its style. */
type Segment = readonly [text: string, style: (text: string) => string];

/** A line of styled segments, cut to the view's columns. */
function lineOf(segments: readonly Segment[], { columns }: Pick<View, "columns">): string {
  let room = columns ?? Number.POSITIVE_INFINITY;
  let line = "";
  for (const [text, style] of segments) {
    if (text === "") continue;
    const shown = columns === null ? text : truncate(text, room);
    line += style(shown);
    if (shown !== text) break;
    if (columns !== null) room -= displayWidth(shown);
  }
  return line;
}
