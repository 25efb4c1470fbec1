/** A service's failure as the error of an embedder. */
import { EngineError } from "../../errors.ts";
import { type ServiceFacts, sentence } from "../../http/explain.ts";
import type { ServiceFailure } from "../../http/service-failure.ts";

/**
 * `EMBEDDER_FAILED`, without the key whatever the service said. The failure itself is not its cause: it is
 * said in full.
 */
export function embedderError(service: ServiceFacts, failure: ServiceFailure): EngineError {
  const options = failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs };
  return new EngineError(
    "EMBEDDER_FAILED",
    sentence({ laterHint: "run again later; finished embeddings are kept", ...service }, failure),
    options,
  );
}
