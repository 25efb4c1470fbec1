/** Voyage's embeddings API. */
import { bearer } from "../../http/post-json.ts";
import type { Secret } from "../../secret.ts";
import { type Provider, indexedVectors } from "./provider.ts";

const VOYAGE_URL = "https://api.voyageai.com/v1";

/**
 * @see https://docs.voyageai.com/reference/embeddings-api: 1,000 texts per request, and 120,000 tokens with
 * most models; 32,000 tokens per text
 */
export function voyageProvider({
  model,
  key,
  url = VOYAGE_URL,
}: {
  readonly model: string;
  readonly key: Secret | null;
  readonly url?: string;
}): Provider {
  return {
    name: "voyage",
    service: {
      label: "Voyage",
      model,
      url,
      key,
      settings: { key: "VOYAGE_API_KEY", model: "VOYAGE_MODEL", url: null },
    },
    isOwnAddress: url === VOYAGE_URL,
    needsKey: true,
    pace: "fast",
    limits: { texts: 128, tokens: 100_000, tokensPerText: 30_000, requests: 4 },
    request: (input, purpose) => ({
      url: `${url}/embeddings`,
      headers: bearer(key),
      // By default the service truncates long texts silently.
      body: { model, input, input_type: purpose === "question" ? "query" : "document", truncation: false },
    }),
    read: indexedVectors,
  };
}
