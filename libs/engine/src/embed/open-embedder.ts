/** The embedders by name: adding one is one file and one line here. */
import type { EngineConfig } from "../config.ts";
import type { HttpContext } from "../http/post-json.ts";
import type { Embedder } from "./embedder.ts";
import { geminiProvider } from "./remote/gemini.ts";
import { ollamaProvider } from "./remote/ollama.ts";
import { openaiProvider } from "./remote/openai.ts";
import { RemoteEmbedder } from "./remote/remote-embedder.ts";
import { voyageProvider } from "./remote/voyage.ts";
import { StaticEmbedder } from "./static.ts";

/**
 * Null for `none`. Asks nobody: what goes into the fingerprint is known from the settings. One that cannot be
 * reached, or has no key, starts all the same, and fails when it has to work.
 */
export function openEmbedder(
  { embedder, models, keys, urls }: Pick<EngineConfig, "embedder" | "models" | "keys" | "urls">,
  http: HttpContext,
): Embedder | null {
  switch (embedder) {
    case "none":
      return null;
    case "static":
      return new StaticEmbedder();
    case "openai":
      return new RemoteEmbedder(
        openaiProvider({ model: models.openai, key: keys.openai, url: urls.openai }),
        http,
      );
    case "voyage":
      return new RemoteEmbedder(voyageProvider({ model: models.voyage, key: keys.voyage }), http);
    case "gemini":
      return new RemoteEmbedder(geminiProvider({ model: models.gemini, key: keys.gemini }), http);
    case "ollama":
      return new RemoteEmbedder(ollamaProvider({ model: models.ollama, url: urls.ollama }), http);
  }
}
