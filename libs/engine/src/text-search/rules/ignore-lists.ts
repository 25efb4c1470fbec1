/**
 * What ripgrep is told to leave out, as one list of gitignore lines relative to the root: never more than the
 * ignore policy leaves out. Ripgrep reads each `.gitignore` below by itself, and those outweigh the list.
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
 * The rules that ripgrep does not find by itself, weakest first; null where it could not be told of them
 * without leaving out too much, as when a `.satoriignore` brings back what a `.gitignore` leaves out.
 */
export function outerRules(input: ListInput): string[] | null {
  const sources = [listed(broughtBack(input.settings.customExtensions)), ...controlFilesAround(input)];
  // What ripgrep reads below may outweigh these: they leave out, and bring nothing back.
  const strongest = [...satoriignoresAround(input), listed(input.settings.ignorePatterns)];
  if (strongest.some(({ rules }) => rules.some(({ negated }) => negated))) return null;
  return linesOf([...sources, ...strongest], DEFAULT_LINES);
}

/** Behind the lines of weaker sources; null where a rule that brings something back cannot be told. */
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
  /** Names from the folder that the rules are relative to down to the root. */
  readonly below: readonly string[];
}

function listed(patterns: readonly string[]): Source {
  return {
    rules: patterns.flatMap((pattern) => parseRules(pattern, { kind: "own", file: null, base: "" })),
    base: "",
    below: [],
  };
}

/** Excludes of the person and the repository, then each `.gitignore` that ripgrep does not come by. */
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

/** The files that a new policy has read: those around and in the root; outer ones first. */
function rootFiles(policy: IgnorePolicy): ControlFile[] {
  return policy.controlFiles().sort((left, right) => left.path.length - right.path.length);
}

/** Folders above those that ripgrep starts in, outer ones first: it does not look at their rules. */
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
 * The defaults are the same for every search. Names of secrets are not among them: they are many lines for
 * few and small files, of which the policy lets no match through.
 */
const DEFAULT_LINES: readonly string[] = linesOf([listed(BULK_PATTERNS)], []) ?? [];

/** Stands for rules that are too many: a negation that cannot be told. */
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
