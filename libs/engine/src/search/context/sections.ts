/** Turns chosen lines into the sections of an answer. Pure. */
import type { ContextSection, SectionRole } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";
import type { ContextFile } from "./context-files.ts";
import type { Excerpt } from "./excerpt.ts";

/** An excerpt with the lines that are shown of it. */
export interface ChosenExcerpt {
  readonly excerpt: Excerpt;
  /** Order among all; lower ones keep lines that several have, and name the section that they share. */
  readonly rank: number;
  /** Ascending. */
  readonly lines: readonly number[];
}

/** A section before it is written, with the excerpts that it shows. */
export interface DraftSection extends ChosenExcerpt {
  /** All excerpts that share the section, by rank. */
  readonly excerpts: readonly Excerpt[];
}

/**
 * Sections of one file, by rank. A line is in one section only, and sections whose spans overlap become one.
 */
export function draftSections(chosen: readonly ChosenExcerpt[]): readonly DraftSection[] {
  const shown = new Set<number>();
  const drafts: DraftSection[] = [];
  for (const { excerpt, rank, lines } of [...chosen].sort(byRank)) {
    const own = lines.filter((line) => !shown.has(line));
    if (own.length === 0) continue;
    for (const line of own) shown.add(line);
    drafts.push({ excerpt, rank, lines: own, excerpts: [excerpt] });
  }
  drafts.sort((left, right) => firstOf(left) - firstOf(right));
  const merged: DraftSection[] = [];
  for (const draft of drafts) {
    const last = merged.at(-1);
    if (last && lastOf(last) >= firstOf(draft)) merged[merged.length - 1] = union(last, draft);
    else merged.push(draft);
  }
  return merged.sort(byRank);
}

function union(left: DraftSection, right: DraftSection): DraftSection {
  const [better, other] = left.rank < right.rank ? [left, right] : [right, left];
  return {
    excerpt: better.excerpt,
    rank: better.rank,
    lines: [...left.lines, ...right.lines].sort((one, two) => one - two),
    excerpts: [...better.excerpts, ...other.excerpts],
  };
}

/** A section as answers show it. */
export function sectionOf({ excerpt, lines }: DraftSection, role: SectionRole): ContextSection {
  const { in: file, symbol, alsoIn } = excerpt;
  return {
    file: file.path,
    span: { startLine: lines[0] ?? 1, endLine: lines.at(-1) ?? 1 },
    ...(symbol ? { symbolLabel: symbol.label } : {}),
    role,
    ...(alsoIn.length > 0 ? { alsoIn } : {}),
    content: contentOf(file, lines),
  };
}

/** Numbered lines, with a line `…` for each gap. */
function contentOf({ lines: text }: ContextFile, lines: readonly number[]): string {
  return lines
    .flatMap((line, at) => {
      const numbered = `${line} ${text[line - 1] ?? ""}`;
      const before = lines[at - 1];
      return before === undefined || before === line - 1 ? [numbered] : ["…", numbered];
    })
    .join("\n");
}

/** Chosen excerpts by file, files by path. */
export function byFile(chosen: readonly ChosenExcerpt[]): readonly (readonly ChosenExcerpt[])[] {
  const files = new Map<string, ChosenExcerpt[]>();
  for (const one of chosen) {
    const { path } = one.excerpt.in;
    const known = files.get(path);
    if (known) known.push(one);
    else files.set(path, [one]);
  }
  return [...files].sort(([left], [right]) => compareText(left, right)).map(([, own]) => own);
}

function byRank(left: ChosenExcerpt, right: ChosenExcerpt): number {
  return left.rank - right.rank;
}

function firstOf({ lines }: ChosenExcerpt): number {
  return lines[0] ?? 0;
}

function lastOf({ lines }: ChosenExcerpt): number {
  return lines.at(-1) ?? 0;
}
