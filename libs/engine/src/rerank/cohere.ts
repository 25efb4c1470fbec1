/** Cohere's rerank API, which many gateways and local servers support as well. */
import { listIn } from "../http/json-fields.ts";
import { bearer } from "../http/post-json.ts";
import { type RerankApi, type RerankService, type RerankServiceOptions, factsOf } from "./rerank-service.ts";

const API: RerankApi = {
  label: "Cohere",
  url: "https://api.cohere.com/v2",
  model: "rerank-v3.5",
  keySetting: "COHERE_API_KEY",
};

/** @see https://docs.cohere.com/reference/rerank: up to 1,000 documents, 4,096 tokens each by default */
export function cohereService(options: RerankServiceOptions): RerankService {
  const { isOwn, ...facts } = factsOf(API, options);
  return {
    name: "cohere",
    facts,
    needsKey: isOwn,
    request: (query, documents) => ({
      url: `${facts.url}/rerank`,
      headers: bearer(facts.key),
      body: { model: facts.model, query, documents, top_n: documents.length },
    }),
    read: (answer) => listIn(answer, "results"),
  };
}
