/**
 * Embedder and reranker: which one is chosen, whether it has a key, and, if requested, whether it answers.
 */
import { type EngineConfig, isRemoteEmbedder } from "../../config.ts";
import { openEmbedder } from "../../embed/open-embedder.ts";
import { EngineError } from "../../errors.ts";
import type { HttpContext } from "../../http/post-json.ts";
import { openReranker } from "../../rerank/open-reranker.ts";
import type { EmbedderFacts, RerankerFacts } from "../facts.ts";

/** Contains nothing about anybody's code. */
const PROBE = "a text to check whether the service answers";

export interface ProbeOptions {
  readonly http: HttpContext;
  readonly isOnline: boolean;
  readonly signal: AbortSignal;
}

/** The built-in embedder is always called: that is free and shows that its model is present. */
export async function gatherEmbedder(
  config: EngineConfig,
  { http, isOnline, signal }: ProbeOptions,
): Promise<EmbedderFacts> {
  const { embedder: name, urls, keys } = config;
  await using embedder = closing(openEmbedder(config, http));
  const model = isRemoteEmbedder(name) ? config.models[name] : null;
  const hasKey = name === "openai" || name === "voyage" || name === "gemini" ? keys[name] !== null : false;
  const isOwnServer =
    name === "ollama" || (name === "openai" && !/^https:\/\/api\.openai\.com(?:\/|$)/.test(urls.openai));
  const asked = embedder.value;
  const probe =
    asked && (asked.capabilities.local || isOnline)
      ? await outcomeOf(async () => ({ dimension: dimensionOf(await asked.embedQuery(PROBE, { signal })) }))
      : null;
  return { name, model, hasKey, isOwnServer, probe };
}

export async function gatherReranker(
  config: EngineConfig,
  { http, isOnline, signal }: ProbeOptions,
): Promise<RerankerFacts | null> {
  const { reranker: chosen } = config;
  const reranker = openReranker(config, http);
  if (!chosen || !reranker) return null;
  const probe = isOnline
    ? await outcomeOf(async () => {
        const answer = await reranker.rerank(PROBE, ["one text", "another text"], { signal });
        return answer.kind === "scored"
          ? { scores: answer.scores.length }
          : { failure: answer.kind === "failed" ? answer.message : "it failed a moment ago" };
      })
    : null;
  return {
    name: chosen.name,
    model: reranker.model,
    hasKey: config.keys[chosen.name] !== null,
    isOwnServer: chosen.url !== null,
    probe,
  };
}

function dimensionOf(vector: Float32Array): number {
  if (vector.every((value) => value === 0))
    throw new EngineError("EMBEDDER_FAILED", "its vector for ordinary words is all zeros");
  return vector.length;
}

async function outcomeOf<Outcome>(
  ask: () => Promise<Outcome>,
): Promise<Outcome | { readonly failure: string }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EngineError && error.code === "CANCELLED") throw error;
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function closing<Value extends Partial<AsyncDisposable> | null>(
  value: Value,
): AsyncDisposable & { readonly value: Value } {
  return { value, [Symbol.asyncDispose]: async () => value?.[Symbol.asyncDispose]?.() };
}
