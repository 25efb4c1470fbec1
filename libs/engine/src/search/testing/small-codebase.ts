/**
 * A small codebase with several languages, documents and generated files, for tests that search it, and
 * helpers that read its answers.
 */
import type { SearchCodebaseOk } from "@satori/contracts";

export const TREE = `
  //- src/http/retry.ts
  /** Sends a request again after a failure, waiting longer each time. */
  export function retryRequest(attempt: number): number {
    const backoff = 200 * 2 ** attempt;
    return backoff + Math.random();
  }
  //- src/http/retry.test.ts
  import { retryRequest } from "./retry";
  it("waits longer after each failed request", () => expect(retryRequest(2)).toBeGreaterThan(retryRequest(1)));
  //- src/http/status.go
  package http

  // IsRetryable says whether a request with this status may be sent again.
  func IsRetryable(status int) bool {
  	return status == 429 || status >= 502
  }
  //- src/cache/store.py
  class CacheStore:
      """Keeps answers until they expire."""

      def __init__(self, seconds):
          self.seconds = seconds
          self.answers = {}

      def evict_expired(self, now):
          """Drops answers that are older than allowed."""
          for key, (kept_at, _) in list(self.answers.items()):
              if now - kept_at > self.seconds:
                  del self.answers[key]

      def remember(self, key, answer, now):
          """Keeps an answer, and drops the expired ones now and then."""
          if len(self.answers) % 100 == 99:
              self.evict_expired(now)
          self.answers[key] = (now, answer)
  //- src/ui/Button.tsx
  export function Button({ label }: { label: string }) {
    return <button>{label}</button>;
  }
  //- docs/retries.md
  # Retries

  A failed request is sent again with backoff.
  //- docs/größe.md
  # Größe

  Wie groß ein Paket sein darf. 検索索引の大きさ。
  //- generated/client.ts
  export const retryRequestGenerated = 1;
  //- fixtures/retry.json
  { "request": "retry" }
`;

/** Files of the results, in their order. */
export const files = ({ results }: SearchCodebaseOk): string[] => results.map(({ file }) => file);

/** Contents of `hints.debugSearch`; empty without `debug`. */
export const debugOf = ({ hints }: SearchCodebaseOk): Record<string, unknown> => hints?.debugSearch ?? {};
