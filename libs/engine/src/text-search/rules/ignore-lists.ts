/**
 * The ignore rules for ripgrep as one list of gitignore lines relative to the root; never excludes more than
 * the ignore policy. Ripgrep reads each `.gitignore` below the root itself, and those outweigh the list.
 */
import { dirname, join } from "node:path";
import { type ControlFile, ControlFileReader, UNKNOWN } from "../../ignore/control-files.ts";
import { BULK_PATTERNS, broughtBack } from "../../ignore/defaults.ts";
import { findGitLocations, hostEnvironment } from "../../ignore/git/locations.ts";
import type { IgnorePolicy } from "../../ignore/policy.ts";
import { type IgnoreRule, parseRules } from "../../ignore/rule.ts";
import { relativeTo } from "../../model/paths.ts";
import type { CodebaseSettings } from "../../model/run.ts";
import { slashed } from "../../ignore/rule-loader.ts";
import { type Rewritten, rewritten, rulesOf } from "./plain-rules.ts";

export interface ListInput {
  readonly root: string;
  readonly settings: CodebaseSettings;
  readonly policy: IgnorePolicy;
  /** Folders that ripgrep starts in, relative to the root with `/`; empty for the root. */
  readonly starts: readonly string[];
}

/**
 * The rules that ripgrep does not find itself, weakest first. Null if no list can express them without
 * excluding too much, for example if a `.satoriignore` re-includes what a `.gitignore` excludes.
 */
export function outerRules(input: ListInput): string[] | null {
  const sources = [listed(broughtBack(input.settings.customExtensions)), ...controlFilesAround(input)];
  // The files that ripgrep reads itself outweigh these, so they may only exclude, never re-include.
  const strongest = [...satoriignoresAround(input), listed(input.settings.ignorePatterns)];
  if (strongest.some(({ rules }) => rules.some(({ negated }) => negated))) return null;
  return linesOf([...sources, ...strongest], DEFAULT_LINES);
}

/** Appends the lines of the sources to weaker lines; null if a re-including rule cannot be expressed. */
function linesOf(sources: readonly Source[], weaker: readonly string[]): string[] | null {
  const lines = [...weaker];
  for (const { rules, base, below } of sources) {
    for (const rule of rules) {
      const line: Rewritten = rewritten(rule, base, below);
      if (line.kind === "line") lines.push(line.line);
      else if (line.kind === "special" && rule.negated) return null;
    }
  }
  return lines;
}

interface Source {
  readonly rules: readonly IgnoreRule[];
  readonly base: string;
  /** Folder names on the way from the rules' folder down to the root. */
  readonly below: readonly string[];
}

function listed(patterns: readonly string[]): Source {
  return {
    rules: patterns.flatMap((pattern) => parseRules(pattern, { kind: "own", file: null, base: "" })),
    base: "",
    below: [],
  };
}

/** The excludes of the user and of the repository, then each `.gitignore` that ripgrep does not reach. */
function controlFilesAround({ root, policy, starts }: ListInput): Source[] {
  const { topLevel } = findGitLocations(root, hostEnvironment());
  const files = rootFiles(policy);
  const outside = (["global", "info_exclude"] as const).flatMap((layer) =>
    files.filter((file) => file.layer === layer).map((file) => sourceOf(file, root, topLevel ?? root)),
  );
  const above = files
    .filter(({ layer, path }) => layer === "gitignore" && dirname(path) !== root)
    .map((file) => sourceOf(file, root, dirname(file.path)));
  return [
    ...outside,
    ...above,
    ...onTheWay(starts).map((folder) =>
      sourceOf({ path: join(root, folder, ".gitignore"), layer: "gitignore" }, root, join(root, folder)),
    ),
  ];
}

function satoriignoresAround({ root, policy, starts }: ListInput): Source[] {
  const above = rootFiles(policy)
    .filter(({ layer }) => layer === "satoriignore")
    .map((file) => sourceOf(file, root, dirname(file.path)));
  const inside = onTheWay(starts).filter((folder) => folder !== "");
  return [
    ...above,
    ...inside.map((folder) =>
      sourceOf(
        { path: join(root, folder, ".satoriignore"), layer: "satoriignore" },
        root,
        join(root, folder),
      ),
    ),
  ];
}

/** The ignore files that a new policy has read: those above and in the root, outermost first. */
function rootFiles(policy: IgnorePolicy): ControlFile[] {
  return policy.controlFiles().sort((left, right) => left.path.length - right.path.length);
}

/** Folders above those that ripgrep starts in, outermost first: ripgrep does not read their rules. */
function onTheWay(starts: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const start of starts) {
    const names = start === "" ? [] : start.split("/");
    for (let length = 0; length < names.length; length++) folders.add(names.slice(0, length).join("/"));
  }
  return [...folders].sort((left, right) => left.length - right.length);
}

function sourceOf({ path, layer }: Pick<ControlFile, "path" | "layer">, root: string, base: string): Source {
  const content = new ControlFileReader().read({ path, label: path, layer });
  const rules = content === null || content === UNKNOWN ? [] : (rulesOf(content) ?? SPECIAL);
  const below = relativeTo(root, base);
  return {
    rules,
    base: below ?? "",
    below: below === null ? slashed(relativeTo(base, root) ?? "").split("/") : [],
  };
}

/**
 * The default rules, computed once. Patterns for secrets are omitted: they are many lines for few small
 * files, and the policy drops any match in them.
 */
const DEFAULT_LINES: readonly string[] = linesOf([listed(BULK_PATTERNS)], []) ?? [];

/** Stands for a file with too many rules: a negation that cannot be expressed. */
const SPECIAL: readonly IgnoreRule[] = [
  {
    pattern: "!{}",
    line: 1,
    source: { kind: "gitignore", file: null, base: "" },
    negated: true,
    directoryOnly: false,
    glob: "{}",
  },
];
