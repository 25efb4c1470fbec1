/** The common part of the HTTP APIs of embedding services. How a service differs is in a file of its own. */
import type { RemoteEmbedderName } from "../../config.ts";
import type { ServiceFacts } from "../../http/explain.ts";
import { fieldOf, listIn } from "../../http/json-fields.ts";
import type { HttpRequest } from "../../http/post-json.ts";
import type { DocumentText, EmbedderPace } from "../embedder.ts";

/** Purpose of a text: some models embed a question differently from a document. */
export type Purpose = "document" | "question";

/** Known limits of a service; smaller ones are learned from rejected requests. */
export interface ServiceLimits {
  /** Texts per request. */
  readonly texts: number;
  /** Tokens of all texts of a request, by our estimate. */
  readonly tokens: number;
  /** Tokens per text. */
  readonly tokensPerText: number;
  /** Parallel requests. */
  readonly requests: number;
}

export interface Provider {
  /** Part of the fingerprint. */
  readonly name: RemoteEmbedderName;
  readonly service: ServiceFacts;
  /** Whether the service has its default address, and not one from the settings. */
  readonly isOwnAddress: boolean;
  /** Whether the service cannot be called without a key. */
  readonly needsKey: boolean;
  readonly pace: EmbedderPace;
  readonly limits: ServiceLimits;
  request(texts: readonly string[], purpose: Purpose): HttpRequest;
  /**
   * The vectors of an answer, in the order of the texts; null if the answer has another form. The caller
   * checks the vectors.
   */
  read(answer: unknown): readonly unknown[] | null;
}

/**
 * The vectors of `{data: [{index, embedding}]}`, by index; in the order of the answer if indexes are missing
 * or invalid.
 */
export function indexedVectors(answer: unknown): readonly unknown[] | null {
  const entries = listIn(answer, "data");
  if (!entries) return null;
  const places = entries.map((entry) => fieldOf(entry, "index"));
  const isOrder =
    new Set(places).size === places.length &&
    places.every(
      (place) => Number.isInteger(place) && (place as number) >= 0 && (place as number) < places.length,
    );
  const vectors: unknown[] = [];
  for (const [at, entry] of entries.entries())
    vectors[isOrder ? (places[at] as number) : at] = fieldOf(entry, "embedding");
  return vectors;
}

// The text that services embed for a document; shared by the remote embedder and by estimates. Pure.

/** Path and text, because folder and file names say what code is about. */
export function documentInput({ path, text }: DocumentText): string {
  return `${path}\n${text}`;
}
