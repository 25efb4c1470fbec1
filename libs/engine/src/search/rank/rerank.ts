/**
 * Reorders the first files of a ranking with a reranker, which compares question and text directly. Only the
 * order changes; confidence, result limits and passages stay as they are.
 */
import type { SearchScope } from "@satori/contracts";
import type { EmbedderPace } from "../../embed/embedder.ts";
import type { EngineContext } from "../../engine-context.ts";
import { firstChars } from "../../first-chars.ts";
import type { FilePassages, Passage } from "../present/passages.ts";
import type { RankedFile } from "./rank.ts";
import { PACES, RERANK } from "./ranking.ts";

export interface RerankInput {
  readonly context: Pick<EngineContext, "reranker" | "embedder" | "clock" | "log">;
  readonly scope: SearchScope;
  readonly question: string;
  /** Best first. */
  readonly files: readonly RankedFile[];
  /** Passages of a file; called only until enough files have some. */
  readonly load: (file: RankedFile) => Promise<FilePassages | null>;
  readonly signal: AbortSignal | undefined;
}

/**
 * `skipped`: there was nothing to rerank, or no reranker. `failed`: the order before reranking stays, with a
 * warning.
 */
export type RerankOutcome =
  | {
      readonly kind: "skipped";
      readonly reason: "none" | "docs_scope" | "slow_embedder" | "too_few" | "deadline";
    }
  | { readonly kind: "failed"; readonly reason: string; readonly candidates: number }
  /** All files in their new order, and the reranker's scores by file. */
  | {
      readonly kind: "applied";
      readonly files: readonly RankedFile[];
      readonly scores: ReadonlyMap<number, number>;
    };

/**
 * Reranks the first files. Throws `CANCELLED` as soon as the signal aborts. Any other failure only costs the
 * new order.
 */
export async function rerankFiles({
  context,
  scope,
  question,
  files,
  load,
  signal,
}: RerankInput): Promise<RerankOutcome> {
  const { reranker, clock, log } = context;
  const { maxLimit, reranks } = PACES[paceOf(context)];
  if (!reranker) return { kind: "skipped", reason: "none" };
  if (scope === "docs") return { kind: "skipped", reason: "docs_scope" };
  if (!reranks) return { kind: "skipped", reason: "slow_embedder" };
  const passages = await shownPlaces(files, load, maxLimit);
  if (passages.length < 2) return { kind: "skipped", reason: "too_few" };
  const startedMs = clock.nowMs();
  const outcome = await reranker.rerank(question, passages.map(textOf), { signal });
  if (outcome.kind === "scored") {
    log("debug", "reranked", {
      provider: reranker.provider,
      candidates: passages.length,
      durationMs: clock.nowMs() - startedMs,
    });
    const scores = new Map(passages.map(({ file }, at) => [file, outcome.scores[at] as number]));
    return { kind: "applied", files: reordered(files, scores), scores };
  }
  if (outcome.kind === "failed")
    log("warn", "rerank_failed", {
      provider: reranker.provider,
      cause: outcome.message,
      durationMs: clock.nowMs() - startedMs,
    });
  return {
    kind: "failed",
    reason: outcome.kind === "failed" ? outcome.reason : "resting",
    candidates: passages.length,
  };
}

/** Pace of the embedder; `fast` without one, as nothing has to wait. */
export function paceOf({ embedder }: Pick<EngineContext, "embedder">): EmbedderPace {
  return embedder?.capabilities.pace ?? "fast";
}

/** Summary for `hints.debugSearch`. A service that is paused was not called. */
export function rerankSummary(outcome: RerankOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case "skipped":
      return { attempted: false, ...(outcome.reason === "none" ? {} : { reason: outcome.reason }) };
    case "failed":
      return {
        attempted: outcome.reason !== "resting",
        applied: false,
        candidates: outcome.candidates,
        reason: outcome.reason,
      };
    case "applied":
      return { attempted: true, applied: true, candidates: outcome.scores.size };
  }
}

/** Best passage of each of the first files that have any. */
async function shownPlaces(
  files: readonly RankedFile[],
  load: RerankInput["load"],
  most: number,
): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const file of files) {
    if (passages.length >= most) break;
    const first = (await load(file))?.passages[0];
    if (first) passages.push(first);
  }
  return passages;
}

/** The path is part of a chunk's text. */
function textOf({ path, text }: Passage): string {
  return firstChars(`${path}\n${text}`, RERANK.maxTextChars);
}

/**
 * Files in the reranker's order. Files with a score come first, highest score first, then in their previous
 * order; all others follow. Each file takes the score that belonged to its new position, so that scores keep
 * their meaning. No two scores are equal.
 */
export function reordered(files: readonly RankedFile[], scores: ReadonlyMap<number, number>): RankedFile[] {
  const scored = files.filter(({ file }) => scores.has(file));
  // Sorting is stable.
  scored.sort((left, right) => (scores.get(right.file) as number) - (scores.get(left.file) as number));
  const others = files.filter(({ file }) => !scores.has(file));
  let above = Number.POSITIVE_INFINITY;
  return [...scored, ...others].map((file, at) => {
    above = Math.min((files[at] as RankedFile).score, above - RERANK.scoreStep);
    return { ...file, score: above };
  });
}
