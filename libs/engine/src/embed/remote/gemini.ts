/** Google's Gemini API. */
import type { Secret } from "../../secret.ts";
import { fieldOf, listIn } from "../../http/json-fields.ts";
import type { Provider } from "./provider.ts";

export const GEMINI_URL = "https://generativelanguage.googleapis.com/v1beta";

/**
 * @see https://ai.google.dev/gemini-api/docs/embeddings: 100 texts per request, 2,048 tokens per text; the
 * service truncates longer texts silently, so they are truncated before
 */
export function geminiProvider({
  model,
  key,
  url = GEMINI_URL,
}: {
  readonly model: string;
  readonly key: Secret | null;
  readonly url?: string;
}): Provider {
  const name = model.startsWith("models/") ? model : `models/${model}`;
  return {
    name: "gemini",
    service: {
      label: "Gemini",
      model,
      url,
      key,
      settings: { key: "GEMINI_API_KEY", model: "GEMINI_MODEL", url: null },
    },
    isOwnAddress: url === GEMINI_URL,
    needsKey: true,
    pace: "standard",
    limits: { texts: 100, tokens: 20_000, tokensPerText: 2_048, requests: 2 },
    request: (texts, purpose) => {
      const taskType = purpose === "question" ? "CODE_RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT";
      const requests = texts.map((text) => ({ model: name, content: { parts: [{ text }] }, taskType }));
      return {
        url: `${url}/${encodeURI(name)}:batchEmbedContents`,
        headers: key ? { "x-goog-api-key": key.reveal() } : {},
        body: { requests },
      };
    },
    read: (answer) => listIn(answer, "embeddings")?.map((embedding) => fieldOf(embedding, "values")) ?? null,
  };
}
