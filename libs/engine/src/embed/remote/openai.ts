/** OpenAI's embeddings API, which most gateways and local servers support as well. */
import { bearer } from "../../http/post-json.ts";
import type { Secret } from "../../secret.ts";
import { type Provider, indexedVectors } from "./provider.ts";

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
