/**
 * `hints.noiseMitigation`: when tests, fixtures, docs and generated code crowd the first results, what can be
 * done about it. Pure.
 */
import type { NoiseMitigationHint } from "@satori/contracts";
import { compilePathPatterns } from "../../ignore/path-matcher.ts";
import { type NoiseCategory, classifyPath, noiseCategory } from "../../lexical/path-class.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { normalizeRelative } from "../../model/paths.ts";
import { NOISE } from "../rank/ranking.ts";
import type { RootGitignore } from "./root-gitignore.ts";

/** What may be suggested, in this order. Gitignore patterns, relative to the root. */
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
 * The hint about results in their order; null unless noise dominates the first of them.
 *
 * @param files of the results that are shown, relative to the searched root; a file that has several results
 * counts as often
 * @param rootGitignore asked at most once, and only when a hint is due
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

/** Lists are in the order of the base patterns. */
interface Advice {
  readonly suggested: readonly string[];
  readonly alreadyIgnored: readonly string[];
  readonly newOnly: readonly string[];
  /** At least one of the noisy files is ignored by the root's `.gitignore`. */
  readonly isCovered: boolean;
  readonly confidence: NoiseMitigationHint["confidence"];
}

/** A pattern is worth its line if it matches a noisy file that the root's `.gitignore` lets through. */
function advise(noisy: readonly string[], gitignore: RootGitignore): Advice {
  if (gitignore.state !== "ready")
    return { suggested: BASE_PATTERNS, alreadyIgnored: [], newOnly: [], isCovered: false, confidence: "low" };
  // A path that leads out of the root says nothing about the root's files.
  const files = noisy.map(normalizeRelative).filter((file) => file !== null);
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
