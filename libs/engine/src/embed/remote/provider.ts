/** What the HTTP APIs of embedding services have in common; one file a service says how it differs. */
import type { ServiceFacts } from "../../http/explain.ts";
import { fieldOf, listIn } from "../../http/json-fields.ts";
import type { HttpRequest } from "../../http/post-json.ts";
import type { RemoteEmbedderName } from "../../config.ts";
import type { EmbedderPace } from "../embedder.ts";

/** Some models embed a question differently from what it is to find. */
export type Purpose = "document" | "question";

/** What a service takes at most, as far as it is known; smaller limits are learned from its refusals. */
export interface ServiceLimits {
  /** Texts of one request. */
  readonly texts: number;
  /** Tokens of all texts of a request, by our estimate. */
  readonly tokens: number;
  /** Tokens of one text. */
  readonly tokensPerText: number;
  /** Requests at a time. */
  readonly requests: number;
}

export interface Provider {
  /** Of the fingerprint. */
  readonly name: RemoteEmbedderName;
  readonly service: ServiceFacts;
  /** Whether it is asked where it is by default, and not at an address that somebody has set. */
  readonly isOwnAddress: boolean;
  /** Whether it cannot be asked without a key. */
  readonly needsKey: boolean;
  readonly pace: EmbedderPace;
  readonly limits: ServiceLimits;
  request(texts: readonly string[], purpose: Purpose): HttpRequest;
  /**
   * The vectors as the answer has them, in the order of the texts; null where it does not look like one. They
   * are checked by the caller.
   */
  read(answer: unknown): readonly unknown[] | null;
}

/**
 * The vectors of `{data: [{index, embedding}]}`, by index; in their own order where indexes are missing or
 * are none.
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
