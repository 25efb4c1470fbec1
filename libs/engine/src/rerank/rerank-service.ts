/** What the HTTP APIs of reranking services have in common; one file a service says how it differs. */
import type { RerankerName } from "../config.ts";
import type { ServiceFacts } from "../http/explain.ts";
import type { HttpRequest } from "../http/post-json.ts";
import type { Secret } from "../secret.ts";

export interface RerankService {
  readonly name: RerankerName;
  readonly facts: ServiceFacts;
  /** Whether it cannot be asked without a key. */
  readonly needsKey: boolean;
  request(question: string, texts: readonly string[]): HttpRequest;
  /**
   * The list of an answer in which each entry names a text and its score; null where it has none. It is
   * checked by the caller.
   */
  read(answer: unknown): readonly unknown[] | null;
}

/** How one is opened. */
export interface RerankServiceOptions {
  /** Null for the service's own, here and below. */
  readonly model: string | null;
  readonly key: Secret | null;
  /** Without a slash at its end. */
  readonly url: string | null;
}

/**
 * Of a service by its API, or of another that is compatible with it and may need neither key nor its models.
 */
export interface RerankApi {
  readonly label: string;
  readonly url: string;
  readonly model: string;
  readonly keySetting: string;
}

export function factsOf(
  api: RerankApi,
  { model, key, url }: RerankServiceOptions,
): ServiceFacts & { readonly isOwn: boolean } {
  const isOwn = url === null || new URL(url).hostname === new URL(api.url).hostname;
  return {
    isOwn,
    key,
    model: model ?? api.model,
    url: url ?? api.url,
    label: isOwn ? api.label : `The ${api.label}-compatible reranker`,
    settings: { key: api.keySetting, model: "SATORI_RERANKER_MODEL", url: "SATORI_RERANKER_URL" },
    laterHint: "until then results are not reranked",
  };
}
