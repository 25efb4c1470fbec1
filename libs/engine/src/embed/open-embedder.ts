/** The embedders by name: adding one is one file and one line here. */
import type { EngineConfig } from "../config.ts";
import { EngineError } from "../errors.ts";
import type { Embedder } from "./embedder.ts";
import { StaticEmbedder } from "./static.ts";

/**
 * Null for `none`. Asks nobody: what goes into the fingerprint is known from the settings. An embedder that is not built in
 * starts all the same, and fails when it has to work.
 */
export function openEmbedder({ embedder, models }: Pick<EngineConfig, "embedder" | "models">): Embedder | null {
  if (embedder === "none") return null;
  return embedder === "static" ? new StaticEmbedder() : unavailable(embedder, models[embedder]);
}

function unavailable(name: string, model: string): Embedder {
  const fail = (): Promise<never> => Promise.reject(new EngineError("EMBEDDER_FAILED", `The embedder ${name} is not built into this version`));
  return { provider: name, model, dimension: null, capabilities: { cacheable: true, local: false, usesPaths: true }, embedDocuments: fail, embedPaths: fail, embedQuery: fail };
}
