/** Turns a service's failure into the error of an embedder. */
import { EngineError } from "../../errors.ts";
import { type ServiceFacts, sentence } from "../../http/explain.ts";
import type { ServiceFailure } from "../../http/service-failure.ts";

/**
 * An `EMBEDDER_FAILED` error. Its message never contains the key, whatever the service answered. The failure
 * is not its cause, because the message already contains it in full.
 */
export function embedderError(service: ServiceFacts, failure: ServiceFailure): EngineError {
  const options = failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs };
  return new EngineError(
    "EMBEDDER_FAILED",
    sentence({ laterHint: "run again later; finished embeddings are kept", ...service }, failure),
    options,
  );
}
