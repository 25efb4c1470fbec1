/** The embedders by name: adding one is one file and one line here. */
import type { EmbedderName } from "../config.ts";
import { EngineError } from "../errors.ts";
import type { Embedder } from "./embedder.ts";
import { StaticEmbedder } from "./static.ts";

/** Null for `none`. An embedder that is not built in starts all the same, and fails when it has to work. */
export function openEmbedder(name: EmbedderName): Embedder | null {
  if (name === "none") return null;
  return name === "static" ? new StaticEmbedder() : unavailable(name);
}

function unavailable(name: EmbedderName): Embedder {
  const fail = (): Promise<never> => Promise.reject(new EngineError("EMBEDDER_FAILED", `The embedder ${name} is not built into this version`));
  return { provider: name, model: "unknown", dimension: null, capabilities: { cacheable: true, local: false }, embedDocuments: fail, embedPaths: fail, embedQuery: fail };
}
