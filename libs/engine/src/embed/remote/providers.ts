/** OpenAI's embeddings API, which most gateways and local servers support as well. */
import { SETTINGS } from "@satori/contracts";
import { fieldOf, listIn } from "../../http/json-fields.ts";
import { bearer } from "../../http/post-json.ts";
import type { Secret } from "../../secret.ts";
import { indexedVectors, type Provider, type Purpose } from "./provider.ts";

const OWN_HOST = "api.openai.com";
/** Names and addresses of this machine and of local networks. */
const NEARBY =
  /^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\])|\.(local|lan|internal)$/;

/**
 * @see https://platform.openai.com/docs/api-reference/embeddings: 2,048 texts and 300,000 tokens per request,
 * 8,192 tokens per text
 */
export function openaiProvider({
  model,
  key,
  url,
}: {
  readonly model: string;
  readonly key: Secret | null;
  readonly url: string;
}): Provider {
  const isOwn = new URL(url).hostname === OWN_HOST;
  return {
    name: "openai",
    service: {
      label: isOwn ? "OpenAI" : "The OpenAI-compatible embedder",
      model,
      url,
      key,
      settings: { key: "OPENAI_API_KEY", model: "OPENAI_MODEL", url: "OPENAI_BASE_URL" },
      ...(isOwn ? {} : { startHint: "start it" }),
    },
    isOwnAddress: isOwn,
    needsKey: isOwn,
    pace: isOwn ? "fast" : NEARBY.test(new URL(url).hostname) ? "slow" : "standard",
    // Other servers have lower limits, and report them.
    limits: { texts: 128, tokens: 100_000, tokensPerText: 8_000, requests: isOwn ? 4 : 2 },
    request: (input) => ({ url: `${url}/embeddings`, headers: bearer(key), body: { model, input } }),
    read: indexedVectors,
  };
}

// Google's Gemini API.

const GEMINI_URL = "https://generativelanguage.googleapis.com/v1beta";

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

// Ollama's API. The server usually runs on the same machine.

const OWN_URL = `http://${SETTINGS.OLLAMA_HOST.fallback}`;
/**
 * Prefixes for models that were trained with a purpose before each text, by the beginning of the model's
 * name. See their model cards.
 */
const PREFIXES: readonly (readonly [model: string, prefixes: { readonly [Of in Purpose]: string }])[] = [
  ["nomic-embed-text", { document: "search_document: ", question: "search_query: " }],
  [
    "mxbai-embed-large",
    { document: "", question: "Represent this sentence for searching relevant passages: " },
  ],
  ["snowflake-arctic-embed2", { document: "", question: "query: " }],
  [
    "snowflake-arctic-embed",
    { document: "", question: "Represent this sentence for searching relevant passages: " },
  ],
];

/** @see https://docs.ollama.com/api/embed: `truncate: false` makes a text that is too long an error */
export function ollamaProvider({ model, url }: { readonly model: string; readonly url: string }): Provider {
  const prefixes = PREFIXES.find(([name]) => model.startsWith(name))?.[1] ?? { document: "", question: "" };
  return {
    name: "ollama",
    service: {
      label: "Ollama",
      model,
      url,
      key: null,
      settings: { key: null, model: "OLLAMA_MODEL", url: "OLLAMA_HOST" },
      modelHint: `run \`ollama pull ${model}\``,
      startHint: "start it with `ollama serve`",
    },
    isOwnAddress: url === OWN_URL,
    needsKey: false,
    pace: "slow",
    // The server computes texts one after another, so small requests show progress.
    limits: { texts: 32, tokens: 30_000, tokensPerText: 8_000, requests: 1 },
    request: (texts, purpose) => ({
      url: `${url}/api/embed`,
      headers: {},
      body: { model, input: texts.map((text) => prefixes[purpose] + text), truncate: false },
    }),
    read: (answer) => listIn(answer, "embeddings"),
  };
}

// Voyage's embeddings API.

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
