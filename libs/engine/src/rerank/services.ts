/** Cohere's rerank API, which many gateways and local servers support as well. */
import { listIn } from "../http/json-fields.ts";
import { bearer } from "../http/post-json.ts";
import { factsOf, type RerankApi, type RerankService, type RerankServiceOptions } from "./rerank-service.ts";

const COHERE: RerankApi = {
  label: "Cohere",
  url: "https://api.cohere.com/v2",
  model: "rerank-v3.5",
  keySetting: "COHERE_API_KEY",
};

/** @see https://docs.cohere.com/reference/rerank: up to 1,000 documents, 4,096 tokens each by default */
export function cohereService(options: RerankServiceOptions): RerankService {
  const { isOwn, ...facts } = factsOf(COHERE, options);
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

// Jina's rerank API, and servers that support it.

const JINA: RerankApi = {
  label: "Jina",
  url: "https://api.jina.ai/v1",
  model: "jina-reranker-v2-base-multilingual",
  keySetting: "JINA_API_KEY",
};

/** @see https://jina.ai/reranker: the service truncates documents that are too long for the model */
export function jinaService(options: RerankServiceOptions): RerankService {
  const { isOwn, ...facts } = factsOf(JINA, options);
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

// Voyage's rerank API.

const VOYAGE: RerankApi = {
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
  const { isOwn, ...facts } = factsOf(VOYAGE, options);
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
