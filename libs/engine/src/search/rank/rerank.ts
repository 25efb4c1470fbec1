/**
 * Puts the first files of a ranking in the order of a reranker, which reads question and text side by side.
 * Only the order is its own: confidence, caps and what is shown of a file stay as they are.
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
  /** Passages of a file; asked for no more files than it takes to have enough with any. */
  readonly load: (file: RankedFile) => Promise<FilePassages | null>;
  readonly signal: AbortSignal | undefined;
}

/** `skipped`: there was nothing to ask, or nobody; `failed`: the order before it counts, and that is told. */
export type RerankOutcome =
  | {
      readonly kind: "skipped";
      readonly reason: "none" | "docs_scope" | "slow_embedder" | "too_few" | "deadline";
    }
  | { readonly kind: "failed"; readonly reason: string; readonly candidates: number }
  /** All files, in their new order; the scores of those that were read, by file. */
  | {
      readonly kind: "applied";
      readonly files: readonly RankedFile[];
      readonly scores: ReadonlyMap<number, number>;
    };

/**
 * Throws `CANCELLED` as soon as the signal says so; nothing else that goes wrong costs more than the new
 * order.
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

/** Without an embedder there is nothing to wait for. */
export function paceOf({ embedder }: Pick<EngineContext, "embedder">): EmbedderPace {
  return embedder?.capabilities.pace ?? "fast";
}

/** For `hints.debugSearch`: a service that rests was not asked. */
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

/** What is shown first of each of the first files that have anything to show. */
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

/** The path is a part of what a chunk says. */
function textOf({ path, text }: Passage): string {
  return firstChars(`${path}\n${text}`, RERANK.maxTextChars);
}

/**
 * Files that have a score come first, by that, and where it is the same in their order before; then all
 * others. Each takes the score that the file had in whose passage it comes, so that scores mean what they
 * meant; no two of them are the same.
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
