/** The ignore policy of a codebase with its own settings, and a signature that shows when it has changed. */
import { createHash } from "node:crypto";
import { type CommittedFiles, signature } from "../ignore/control-files.ts";
import { DEFAULT_PATTERNS, broughtBack } from "../ignore/defaults.ts";
import { literalPattern } from "../ignore/path-matcher.ts";
import { type IgnorePolicy, openIgnorePolicy } from "../ignore/policy.ts";
import { OWN_ENTRIES } from "../codebase/home/home.ts";
import { realPathOf } from "../disk/real-path.ts";
import { relativeTo } from "../model/paths.ts";
import type { CodebaseSettings } from "../model/run.ts";

export interface CodebaseRules {
  readonly policy: IgnorePolicy;
  /** Signature of all rules except the tree's nested ignore files, which the walk compares itself. */
  readonly signature: string;
}

/** @param home `SATORI_HOME`; ignored if it is inside the codebase, since it changes with every run */
export function openRules(root: string, wanted: CodebaseSettings, home: string | null = null): CodebaseRules {
  const settings = home === null ? wanted : withoutHome(root, wanted, home);
  const defaultPatterns = defaultPatternsOf(settings);
  const policy = openIgnorePolicy({ root, ownPatterns: settings.ignorePatterns, defaultPatterns });
  return { policy, signature: signatureOf(policy, settings) };
}

function signatureOf(policy: IgnorePolicy, settings: CodebaseSettings): string {
  const own = digestOf([
    defaultsDigest(defaultPatternsOf(settings)),
    ...settings.ignorePatterns,
    ...(policy.letterCase === "exact" ? [] : [`\n${policy.letterCase}`]),
  ]);
  return `${own}:${signature(policy.controlFiles())}`;
}

/** The codebase whose rules are opened. */
export interface RulesOfCommit {
  /** Real and absolute. */
  readonly root: string;
  readonly settings: CodebaseSettings;
  /** `SATORI_HOME`. */
  readonly home: string;
  /** The ignore files of the commit. */
  readonly committed: CommittedFiles;
}

/**
 * The policy for the files of a commit: its own ignore files, and all other rules as they are today, among
 * them those about names of secrets.
 */
export function openRulesOfCommit({ root, settings, home, committed }: RulesOfCommit): IgnorePolicy {
  const { ignorePatterns: ownPatterns } = withoutHome(root, settings, home);
  const defaultPatterns = defaultPatternsOf(settings);
  return openIgnorePolicy({ root, ownPatterns, defaultPatterns, committed });
}

/** As `CodebaseRules.signature`, of the rules for commits that are not committed themselves. */
export function signatureForCommits({ root, settings, home }: Omit<RulesOfCommit, "committed">): string {
  const policy = openRulesOfCommit({ root, settings, home, committed: () => null });
  return signatureOf(policy, withoutHome(root, settings, home));
}

/** Without additions, the shared list itself: it is compiled only once. */
function defaultPatternsOf({ customExtensions }: CodebaseSettings): readonly string[] {
  return customExtensions.length === 0
    ? DEFAULT_PATTERNS
    : [...DEFAULT_PATTERNS, ...broughtBack(customExtensions)];
}

/** Digests of the built-in patterns. Every answer opens the rules, and the patterns are many. */
const digests = new WeakMap<readonly string[], string>();

function defaultsDigest(patterns: readonly string[]): string {
  const digest = digests.get(patterns) ?? digestOf(patterns);
  digests.set(patterns, digest);
  return digest;
}

function digestOf(patterns: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(patterns)).digest("hex").slice(0, 16);
}

function withoutHome(root: string, settings: CodebaseSettings, home: string): CodebaseSettings {
  const below = relativeTo(root, realPathOf(home));
  if (below === null) return settings;
  // If the codebase is the home itself, Satori's own entries are ignored.
  const own =
    below === ""
      ? [...OWN_ENTRIES.folders.map((name) => `/${name}/`), ...OWN_ENTRIES.files.map((name) => `/${name}`)]
      : [`/${literalPattern(below)}/`];
  return { ...settings, ignorePatterns: [...settings.ignorePatterns, ...own] };
}
