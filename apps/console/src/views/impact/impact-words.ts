/** An impact in words. A name of a newer server is shown as it is. Pure. */
import {
  type ImpactSource,
  type PlannedChangeKind,
  counted,
  printable,
  shortCommit,
} from "@satori/contracts";
import type { ImpactRoute } from "../../routing/route.ts";
import { count, number, words } from "../../wording.ts";
import type { Affected, Changed, ImpactAnswer } from "./impact-groups.ts";

/** What is compared, as a choice. */
export const SOURCE_LABELS: Readonly<Record<ImpactSource, string>> = {
  work_tree: "uncommitted changes",
  commits: "two versions",
  diff: "a pasted diff",
  symbols: "a planned change",
};

/** What is planned for a symbol, as a choice. */
export const PLAN_LABELS: Readonly<Record<PlannedChangeKind, string>> = {
  remove: "it is removed",
  signature: "its signature changes",
  body: "its body changes",
};

const PLAN_ENDS: Readonly<Record<PlannedChangeKind, string>> = {
  remove: "is removed",
  signature: "has another signature",
  body: "has another body",
};

/**
 * The heading of the page.
 *
 * @param name of the symbol of a plan; null if only an id is known, which means nothing to people
 */
export function impactHeading(
  { source, base, head, change }: Pick<ImpactRoute, "source" | "base" | "head" | "change">,
  name: string | null,
): string {
  switch (source) {
    case "work_tree":
      return "Impact of uncommitted changes";
    case "commits":
      return base === "" ? "Impact between two versions" : `Impact of ${base} → ${head || "HEAD"}`;
    case "diff":
      return "Impact of a pasted diff";
    case "symbols":
      return name === null ? "Impact of a planned change" : `What breaks if ${name} ${PLAN_ENDS[change]}`;
  }
}

/** The versions that were compared, as far as they are commits; empty for diffs and plans. */
export function comparedCommits({
  source,
  baseCommit,
  headCommit,
}: Pick<ImpactAnswer, "source" | "baseCommit" | "headCommit">): string {
  if (baseCommit === undefined) return "";
  const after =
    headCommit === undefined ? (source === "work_tree" ? "files on disk" : "") : shortCommit(headCommit);
  return after === "" ? shortCommit(baseCommit) : `${shortCommit(baseCommit)} → ${after}`;
}

/** `3 changed symbols, 12 affected, 2 places that no longer fit, 4 test files to run`. */
export function summaryOf({
  counts,
  tests,
  coverage,
}: Pick<ImpactAnswer, "counts" | "tests" | "coverage">): string {
  const changed = changedCount(counts);
  if (changed === 0)
    return coverage.changedFiles === 0
      ? "Nothing has changed."
      : `${count(coverage.changedFiles, "file")} changed, but no symbol.`;
  return [
    count(changed, "changed symbol"),
    `${number(counts.affected)} affected`,
    ...(counts.misfits === 0
      ? []
      : [`${counted(counts.misfits, "place", number)} no longer ${counts.misfits === 1 ? "fits" : "fit"}`]),
    `${count(tests.total, "test file")} to run`,
  ].join(", ");
}

/** Changed symbols, including those not shown. */
export function changedCount({
  removed,
  renamed,
  signature_changed,
  moved,
  body_changed,
  added,
  cosmetic,
}: ImpactAnswer["counts"]): number {
  return removed + renamed + signature_changed + moved + body_changed + added + cosmetic;
}

export function changeWords(change: string): string {
  return change === "cosmetic" ? "only comments or formatting" : words(change);
}

/** What a changed symbol was called, and where; empty if neither differs. */
export function formerly({ before = {} }: Pick<Changed, "before">): string {
  const { symbol, file } = before;
  if (symbol === undefined && file === undefined) return "";
  return `was ${[symbol, file === undefined ? "" : `in ${file}`].filter(Boolean).join(" ")}`;
}

const RELATION_WORDS: Readonly<Record<string, string>> = { derives: "derives from" };

/** The names from affected code to the changed symbol: the first one is what its lines name. */
export function pathOf({ through = [] }: Pick<Affected, "through">, changed: string): string[] {
  return [...through, changed];
}

export function relationWords(relation: string): string {
  return named(RELATION_WORDS, relation);
}

const MISFIT_WORDS: Readonly<Record<string, string>> = { gone: "no longer exists" };

export function misfitWords(misfit: string): string {
  return named(MISFIT_WORDS, misfit);
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  changed: "changed itself",
  imports: "imports a changed file",
  named_after: "named after a changed file",
  names: "names what changed",
  changed_together: "often changed together with it",
};

/** Why a test is to be run, the number of steps included. */
export function reasonWords(reason: string, distance: number | undefined): string {
  if (reason !== "reaches") return named(REASON_WORDS, reason);
  return distance === undefined ? "reaches a changed symbol" : `reaches it in ${count(distance, "step")}`;
}

const UNKNOWN_WORDS: Readonly<Record<string, string>> = {
  unresolved_call: "may be a call of it, or of another one of its name",
  unresolved_use: "may be a use of it, or of another one of its name",
  handed_on: "passes it on as a value; it may be called from there",
  named_in_text: "a text that holds its name",
  computed_name: "accesses members by computed names",
  language_call: "the language calls it by itself",
  framework: "a framework may call it",
  exported: "code outside of the codebase may use it",
  not_followed: "a limit left out places with its name",
  unread_file: "not parsed, or only in part",
  language_without_calls: "calls of its language are not resolved",
};

export function unknownWords(type: string): string {
  return named(UNKNOWN_WORDS, type);
}

/** What an answer does not cover, as sentences without their full stops. */
export function gapsOf({
  unparsedFiles,
  partlyParsedFiles,
  unsupportedLanguages,
  complete,
}: ImpactAnswer["coverage"]): string[] {
  return [
    complete ? "" : "not all changed symbols were followed as far as requested",
    unparsedFiles > 0 ? `calls in ${count(unparsedFiles, "file")} could not be read` : "",
    partlyParsedFiles > 0 ? `${count(partlyParsedFiles, "file")} could be parsed only in part` : "",
    unsupportedLanguages.length > 0
      ? `calls of ${unsupportedLanguages.map(printable).join(", ")} are not followed`
      : "",
  ].filter((text) => text !== "");
}

function named(known: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(known, name) ? (known[name] ?? words(name)) : words(name);
}
