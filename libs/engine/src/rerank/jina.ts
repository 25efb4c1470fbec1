/** Jina's rerank API, and servers that support it. */
import { listIn } from "../http/json-fields.ts";
import { bearer } from "../http/post-json.ts";
import { type RerankApi, type RerankService, type RerankServiceOptions, factsOf } from "./rerank-service.ts";

const API: RerankApi = {
  label: "Jina",
  url: "https://api.jina.ai/v1",
  model: "jina-reranker-v2-base-multilingual",
  keySetting: "JINA_API_KEY",
};

/** @see https://jina.ai/reranker: the service truncates documents that are too long for the model */
export function jinaService(options: RerankServiceOptions): RerankService {
  const { isOwn, ...facts } = factsOf(API, options);
  return {
    name: "jina",
    facts,
    needsKey: isOwn,
    // By default the service returns the texts as well.
    request: (query, documents) => ({
      url: `${facts.url}/rerank`,
      headers: bearer(facts.key),
      body: { model: facts.model, query, documents, top_n: documents.length, return_documents: false },
    }),
    read: (answer) => listIn(answer, "results"),
  };
}
