/** Voyage's rerank API. */
import { listIn } from "../http/json-fields.ts";
import { bearer } from "../http/post-json.ts";
import { type RerankApi, type RerankService, type RerankServiceOptions, factsOf } from "./rerank-service.ts";

const API: RerankApi = {
  label: "Voyage",
  url: "https://api.voyageai.com/v1",
  model: "rerank-2.5",
  keySetting: "VOYAGE_API_KEY",
};

/**
 * @see https://docs.voyageai.com/reference/reranker-api: up to 1,000 documents; 32,000 tokens for question
 * and document together, the rest is truncated
 */
export function voyageService(options: RerankServiceOptions): RerankService {
  const { isOwn, ...facts } = factsOf(API, options);
  return {
    name: "voyage",
    facts,
    needsKey: isOwn,
    request: (query, documents) => ({
      url: `${facts.url}/rerank`,
      headers: bearer(facts.key),
      body: {
        model: facts.model,
        query,
        documents,
        top_k: documents.length,
        return_documents: false,
        truncation: true,
      },
    }),
    read: (answer) => listIn(answer, "data"),
  };
}
