/** The common part of the HTTP APIs of reranking services. How a service differs is in a file of its own. */
import type { RerankerName } from "../config.ts";
import type { ServiceFacts } from "../http/explain.ts";
import type { HttpRequest } from "../http/post-json.ts";
import type { Secret } from "../secret.ts";

export interface RerankService {
  readonly name: RerankerName;
  readonly facts: ServiceFacts;
  /** Whether the service cannot be called without a key. */
  readonly needsKey: boolean;
  request(question: string, texts: readonly string[]): HttpRequest;
  /**
   * The list in an answer whose entries name a text and its score; null if there is none. The caller checks
   * the entries.
   */
  read(answer: unknown): readonly unknown[] | null;
}

/** Options for opening a service. */
export interface RerankServiceOptions {
  /** Null for the service's default, here and below. */
  readonly model: string | null;
  readonly key: Secret | null;
  /** Without a trailing slash. */
  readonly url: string | null;
}

/** Defaults of a service's API. */
export interface RerankApi {
  readonly label: string;
  readonly url: string;
  readonly model: string;
  readonly keySetting: string;
}

/**
 * Settings of a service, with the API's defaults. A URL on another host is a compatible server, which may
 * need no key and may have other models.
 */
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
