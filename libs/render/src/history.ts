/** The history of a symbol, or the suspects of a trace, as text. Pure. */
import type { HistoryCommit, Suspect, SymbolCommit, SymbolHistoryOk } from "@satori/contracts";
import { rootOf, shortCommit } from "@satori/contracts";
import type { View } from "./view.ts";

const DATE_CHARS = "2026-01-31".length;

/** Blocks separated by blank lines: what was asked about, then one for each commit, then the rest. */
export function renderHistory(answer: SymbolHistoryOk, view: View): string {
  const blocks = answer.suspects ? suspectBlocks(answer, view) : commitBlocks(answer, view);
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function commitBlocks(answer: SymbolHistoryOk, view: View): string[][] {
  const { found, uncommitted, commits = [], changedTogether = [], message } = answer;
  const root = rootOf(answer);
  const { style } = view;
  const title = found
    ? `${style.symbol(view.symbol(found.symbolLabel, found.file))}  ` +
      style.file(`${view.file(root, found.file)}:${found.span.startLine}`)
    : "";
  const together = changedTogether.map(({ file, commits: count }) => `${view.file(root, file)} (${count})`);
  return [
    [title],
    uncommitted ? ["not committed yet", ...hunkLines(uncommitted, view)] : [],
    ...commits.map((commit) => commitLines(commit, root, view)),
    together.length > 0 ? [`changed together: ${together.join(", ")}`] : [],
    message === undefined ? [] : [view.wording.sentence(message)],
  ];
}

function headLine({ commit, date, author, subject }: HistoryCommit, view: View, about: string): string {
  const { style } = view;
  return (
    `${style.match(shortCommit(commit))}  ${style.quiet(date.slice(0, DATE_CHARS))}  ` +
    `${about}${view.name(subject)}  ${style.quiet(view.name(author))}`
  );
}

function commitLines(commit: SymbolCommit, root: string, view: View): string[] {
  const { change, file, from, span, score } = commit;
  const places = [
    from ? `from ${view.symbol(from.symbolLabel, from.file)} in ${view.file(root, from.file)}` : null,
    file === undefined ? null : `${view.file(root, file)}:${span.startLine}`,
    score === undefined ? null : `fits ${score.toFixed(2)}`,
  ].filter((place) => place !== null);
  return [
    headLine(commit, view, change === "modified" ? "" : `[${change}] `),
    ...(places.length > 0 ? [`    ${places.join("; ")}`] : []),
    ...hunkLines(commit, view),
  ];
}

function hunkLines(
  { hunk, hunkTruncated }: { readonly hunk?: string; readonly hunkTruncated?: boolean },
  view: View,
): string[] {
  const lines = (hunk ?? "").split("\n").filter((line) => line !== "");
  return [
    ...lines.map((line) => `    ${view.codeLine(line)}`),
    ...(hunkTruncated === true ? [`    ${view.style.quiet("…")}`] : []),
  ];
}

function suspectBlocks(answer: SymbolHistoryOk, view: View): string[][] {
  const { frames = [], otherFrames = 0, suspects = [], message } = answer;
  const root = rootOf(answer);
  const { style } = view;
  return [
    [
      "frames in the codebase, nearest to the error first:",
      ...frames.map(({ file, line, symbolLabel }, at) => {
        const place = `${view.file(root, file)}${line === undefined ? "" : `:${line}`}`;
        const name = symbolLabel === undefined ? "" : `  ${style.symbol(view.symbol(symbolLabel, file))}`;
        return `  ${at + 1}  ${style.file(place)}${name}`;
      }),
      ...(otherFrames > 0 ? [style.quiet(`  and ${otherFrames} in other code`)] : []),
    ],
    ...suspects.map((suspect) => suspectLines(suspect, root, view)),
    message === undefined ? [] : [view.wording.sentence(message)],
  ];
}

const TOUCHED = {
  function: "changed",
  file: "changed another part of",
  imported: "changed what it imports,",
};

function suspectLines(suspect: Suspect, root: string, view: View): string[] {
  return [
    headLine(suspect, view, `${suspect.score.toFixed(2)}  `),
    ...suspect.touched.map(({ reason, file, symbolLabel, frame }) => {
      const name = symbolLabel === undefined ? "" : `${view.symbol(symbolLabel, file)} in `;
      return `    frame ${frame + 1}: ${TOUCHED[reason]} ${name}${view.file(root, file)}`;
    }),
  ];
}
