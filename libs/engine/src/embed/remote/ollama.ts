/** Ollama's API. The server usually runs on the same machine. */
import { SETTINGS } from "@satori/contracts";
import { listIn } from "../../http/json-fields.ts";
import type { Provider, Purpose } from "./provider.ts";

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
