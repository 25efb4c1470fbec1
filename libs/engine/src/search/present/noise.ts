/**
 * Builds `hints.noiseMitigation`: advice for when tests, fixtures, docs and generated code dominate the first
 * results. Pure.
 */
import type { NoiseMitigationHint } from "@satori/contracts";
import { compilePathPatterns } from "../../ignore/path-matcher.ts";
import { type NoiseCategory, classifyPath, noiseCategory } from "../../lexical/path-class.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { normalizeRelative } from "../../model/paths.ts";
import { NOISE } from "../rank/ranking.ts";
import type { RootGitignore } from "./root-gitignore.ts";

/** Patterns that may be suggested, in this order. Gitignore syntax, relative to the root. */
export const BASE_PATTERNS = [
  "**/*.test.*",
  "**/*.spec.*",
  "**/__tests__/**",
  "**/__fixtures__/**",
  "**/fixtures/**",
  "coverage/**",
] as const;

const NEXT_STEP = {
  first: 'Use scope="runtime" to reduce noise.',
  addPatterns:
    "If you edit ignores, add only patterns not already ignored by root .gitignore (root-only check), " +
    "then run manage_index sync.",
  covered:
    "Top noisy files appear already covered by root .gitignore (root-only check); .satoriignore " +
    "changes may be unnecessary.",
  sync: "If you changed ignores, run manage_index sync for immediate convergence.",
  last: "Reindex is only required when you see requires_reindex (fingerprint mismatch).",
} as const;

/**
 * The noise hint for some results; null unless noise dominates the first of them.
 *
 * @param files files of the results shown, in their order, relative to the searched root; a file with several
 * results counts once for each
 * @param rootGitignore called at most once, and only if there is a hint
 */
export function noiseHint(
  files: readonly string[],
  rootGitignore: () => RootGitignore,
): NoiseMitigationHint | null {
  const top = files
    .slice(0, NOISE.topResults)
    .map((file) => ({ file, category: noiseCategory(classifyPath(file)) }));
  const noisy = top.filter(({ category }) => category !== "runtime").map(({ file }) => file);
  if (top.length === 0 || noisy.length / top.length < NOISE.dominantShare) return null;
  const share = (wanted: NoiseCategory): number =>
    Math.round((100 * top.filter(({ category }) => category === wanted).length) / top.length) / 100;
  const advice = advise(noisy, rootGitignore());
  return {
    reason: "top_results_noise_dominant",
    topK: top.length,
    ratios: {
      runtime: share("runtime"),
      tests: share("tests"),
      fixtures: share("fixtures"),
      docs: share("docs"),
      generated: share("generated"),
    },
    recommendedScope: "runtime",
    suggestedIgnorePatterns: advice.suggested,
    alreadyIgnoredByGitignore: advice.alreadyIgnored,
    newSatoriIgnoreOnly: advice.newOnly,
    confidence: advice.confidence,
    debounceMs: ENGINE_LIMITS.watchDebounceMs,
    nextStep: nextStep(advice),
  };
}

/** Suggestions of the hint; lists are in the order of `BASE_PATTERNS`. */
interface Advice {
  readonly suggested: readonly string[];
  readonly alreadyIgnored: readonly string[];
  readonly newOnly: readonly string[];
  /** Whether the root's `.gitignore` already ignores at least one of the noisy files. */
  readonly isCovered: boolean;
  readonly confidence: NoiseMitigationHint["confidence"];
}

/** Suggests the patterns that match a noisy file which the root's `.gitignore` does not ignore. */
function advise(noisy: readonly string[], gitignore: RootGitignore): Advice {
  if (gitignore.state !== "ready")
    return { suggested: BASE_PATTERNS, alreadyIgnored: [], newOnly: [], isCovered: false, confidence: "low" };
  // A path that leads out of the root says nothing about the root's files.
  const files = noisy.map((path) => normalizeRelative(path)).filter((file) => file !== null);
  const ignored = files.filter((file) => gitignore.ignores(file));
  const open = files.filter((file) => !ignored.includes(file));
  const matchers = BASE_PATTERNS.map((pattern) => ({ pattern, matches: compilePathPatterns([pattern]) }));
  const matchingAny = (among: readonly string[]): readonly string[] =>
    matchers.filter(({ matches }) => among.some((file) => matches(file))).map(({ pattern }) => pattern);
  const kept = matchingAny(open);
  const alreadyIgnored = matchingAny(ignored).filter((pattern) => !kept.includes(pattern));
  return {
    suggested: kept,
    alreadyIgnored,
    newOnly: kept,
    isCovered: ignored.length > 0,
    confidence: "high",
  };
}

function nextStep({ suggested, isCovered }: Advice): string {
  const { first, addPatterns, covered, sync, last } = NEXT_STEP;
  const middle = suggested.length > 0 ? [addPatterns] : [...(isCovered ? [covered] : []), sync];
  return [first, ...middle, last].join(" ");
}
