/** Renders the answer of `satori why` in sentences. Pure. */
import { resolve } from "node:path";
import type { SkipCause } from "@satori/contracts";
import type { LinkTarget, Setback, Why } from "@satori/engine";
import { printableLine } from "@satori/render";
import { shownPath } from "../codebase.ts";

export interface Explanation extends Pick<Why, "ignored" | "rule" | "secret" | "ignoredFolder" | "problems"> {
  readonly path: string;
  readonly root: string;
  /** Relative to the root. */
  readonly file: string;
  readonly found: "file" | "folder" | "link" | "special" | "absent";
  /** Null for folders, and if there is no index. */
  readonly isIndexed: boolean | null;
  /** Where a link leads; null if it is not one. */
  readonly leadsTo: LinkTarget | null;
  /** How much of an indexed file its parser understood; null if it has no outline, or is not indexed. */
  readonly parsing: "whole" | "in_part" | "given_up" | null;
  /** Why a file that no rule ignores is skipped; null if that does not apply or is unknown. */
  readonly cause: SkipCause | null;
  /** Classes that set an indexed file back in searches, with their factors. */
  readonly setbacks: readonly Setback[];
}

type Rule = NonNullable<Explanation["rule"]>;

const CAUSES: { readonly [Cause in SkipCause]: string } = {
  too_large: "it is larger than SATORI_MAX_FILE_BYTES",
  binary: "it is binary",
  encoding: "its encoding is unknown",
  unparsable: "reading it hung, crashed or took too much memory",
  unreadable: "it cannot be read",
  invalid_name: "its name is not UTF-8, or equals another one after Unicode normalization",
  special: "it is not a regular file",
  link: "symbolic links are not followed",
  lfs_pointer: "the commit has only a pointer to its content in Git LFS",
  submodule: "it is a submodule, whose files are in another repository",
};
const PARSED: { readonly [Parsing in NonNullable<Explanation["parsing"]>]: string } = {
  whole: "indexed, without syntax errors",
  in_part: "indexed, but parsed in part: declarations near its syntax errors may be missing",
  given_up: "indexed as plain text: its parser gave up, so its declarations and calls are unknown",
};
const LISTS: Readonly<Record<string, string>> = {
  builtin: "rules that cannot be overridden",
  default: "the built-in rules",
  work_tree: "another work tree of the same repository: index it separately",
  own: "the patterns given with --ignore",
};

/** Paths are shown relative to `cwd`. */
export function renderWhy(explanation: Explanation, cwd: string): string {
  const { root, file, found, ignored, rule, secret } = explanation;
  const shown = (relative: string): string => printableLine(shownPath(cwd, resolve(root, relative)));
  const lines = [`${shown(file)}: ${verdictOf(explanation)}`];
  if (rule) lines.push(`  ${ignored ? "ignored" : "kept"} by ${ruleText(rule, shown)}`);
  if (secret !== null) lines.push(`  a likely secret: ${secret}; a "!" pattern in .satoriignore includes it`);
  if (explanation.ignoredFolder !== null)
    lines.push(
      "  the rule matches the folder " +
        `${folderName(shown(explanation.ignoredFolder), resolve(root, explanation.ignoredFolder))}; ` +
        "nothing below it is indexed",
    );
  if (!ignored && explanation.isIndexed === null && file !== "")
    lines.push(`  ${printableLine(explanation.root)} has no index yet`);
  if (explanation.leadsTo !== null) lines.push(`  ${leadsToText(explanation.leadsTo, shown)}`);
  const setbacks = explanation.setbacks.map(({ class: name, factor }) => `${name} × ${factor}`);
  if (setbacks.length > 0) lines.push(`  searches rank it lower: ${setbacks.join(", ")}`);
  // If there is a cause, the file exists, even in a folder that cannot be read.
  if (found === "absent" && explanation.cause === null) lines.push("  no such file or folder on the disk");
  for (const problem of explanation.problems) lines.push(`  note: ${printableLine(problem)}`);
  return lines.join("\n");
}

function leadsToText(target: LinkTarget, shown: (relative: string) => string): string {
  switch (target.kind) {
    case "inside":
      return `it leads to ${shown(target.path)}, which is judged by its own path`;
    case "outside":
      return "it leads out of the codebase";
    case "missing":
      return "it leads to nothing";
  }
}

/** Shows an absolute path instead of dots, which would not tell which folder is meant. */
function folderName(shown: string, absolute: string): string {
  return /^\.\.?(?:[\\/]\.\.)*$/.test(shown) ? printableLine(absolute) : shown;
}

function verdictOf({ found, ignored, isIndexed, parsing, cause }: Explanation): string {
  if (ignored) return "not indexed";
  if (found === "link") return "not indexed: symbolic links are not followed";
  if (found === "special") return `not indexed: ${CAUSES.special}`;
  if (isIndexed === true) return parsing === null ? "indexed" : PARSED[parsing];
  if (cause) return `not indexed: ${CAUSES[cause]}`;
  if (found === "folder") return "a folder whose files are indexed";
  if (found === "absent" || isIndexed === null) return "would be indexed";
  return "not indexed: it could not be read as text";
}

function ruleText({ pattern, line, source }: Rule, shown: (relative: string) => string): string {
  const where =
    source.file === null
      ? (LISTS[source.kind] ?? source.kind)
      : `${source.file.startsWith("~/") ? printableLine(source.file) : shown(source.file)}, line ${line}`;
  return `"${printableLine(pattern)}" (${where})`;
}
