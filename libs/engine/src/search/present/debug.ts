/** Builds `hints.debugSearch`, which explains how an answer came about. Pure. */
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { SearchResult } from "../pipeline.ts";
import type { FileFilter } from "../retrieve/filter.ts";
import type { ConfidenceScore } from "../rank/confidence.ts";
import { DIVERSITY } from "../rank/ranking.ts";
import { rerankSummary } from "../rank/rerank.ts";

export interface DebugInput extends SearchResult {
  readonly confidenceScore: ConfidenceScore;
  readonly query: ParsedQuery;
  readonly fileFilter: FileFilter;
}

export function debugOf(parts: DebugInput): Record<string, unknown> {
  const { query, candidates, ranking, grouping, fileFilter, textFilter, retries } = parts;
  const rerankScores = parts.rerank.kind === "applied" ? parts.rerank.scores : new Map<number, number>();
  const byFile = new Map(ranking.files.map((ranked) => [ranked.file, ranked]));
  return {
    passes: retries + 1,
    candidateLimit: candidates.candidateLimit,
    arms: candidates.arms,
    operators: {
      lang: query.lang,
      path: query.path,
      notPath: query.notPath,
      must: query.must,
      exclude: query.exclude,
    },
    filters: [...fileFilter.counts, ...textFilter.counts],
    mustRetries: retries,
    diversity: { ...DIVERSITY, isRelaxed: grouping.isRelaxed },
    changedFilesBoost: typeof parts.isBoosted === "string" ? "unknown" : parts.isBoosted,
    rerank: rerankSummary(parts.rerank),
    confidence: round(parts.confidenceScore.value),
    weights: ranking.weights,
    scores: grouping.groups.map(({ passage }) => {
      const ranked = byFile.get(passage.file);
      const rerankScore = rerankScores.get(passage.file);
      return {
        file: passage.path,
        startLine: passage.span.startLine,
        score: round(passage.score),
        prior: ranked?.prior,
        signals: rounded(ranked?.signals ?? {}),
        ...(rerankScore === undefined ? {} : { rerank: round(rerankScore) }),
      };
    }),
  };
}

function rounded(values: object): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value as number)]));
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
