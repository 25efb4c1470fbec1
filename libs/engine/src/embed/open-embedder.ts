/** The embedders by name. To add one, add a file and a line here. */
import type { EngineConfig } from "../config.ts";
import type { HttpContext } from "../http/post-json.ts";
import type { Embedder } from "./embedder.ts";
import { geminiProvider, ollamaProvider, openaiProvider, voyageProvider } from "./remote/providers.ts";
import { RemoteEmbedder } from "./remote/remote-embedder.ts";
import { StaticEmbedder } from "./static.ts";

/**
 * The configured embedder; null for `none`. Sends no request: the fingerprint depends on settings alone. A
 * service that is unreachable or lacks a key fails on first use, not here.
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
