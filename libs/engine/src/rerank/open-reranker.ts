/** The rerankers by name. To add one, add a file and a line here. */
import type { EngineConfig, RerankerName } from "../config.ts";
import type { HttpContext } from "../http/post-json.ts";
import { cohereService, jinaService, voyageService } from "./services.ts";
import { RemoteReranker } from "./remote-reranker.ts";
import type { RerankService, RerankServiceOptions } from "./rerank-service.ts";
import type { Reranker } from "./reranker.ts";

const SERVICES: Readonly<Record<RerankerName, (options: RerankServiceOptions) => RerankService>> = {
  voyage: voyageService,
  cohere: cohereService,
  jina: jinaService,
};

/**
 * The configured reranker, or null if none is configured. Sends no request: a reranker that is unreachable or
 * lacks a key fails on first use.
 */
export function openReranker(
  { reranker, keys }: Pick<EngineConfig, "reranker" | "keys">,
  http: HttpContext,
): Reranker | null {
  if (!reranker) return null;
  const { name, model, url } = reranker;
  return new RemoteReranker(SERVICES[name]({ model, url, key: keys[name] }), http);
}
