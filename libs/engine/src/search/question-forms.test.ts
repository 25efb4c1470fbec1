/** Questions that hold more than words: paths, stack traces, quoted texts, slips. From call to envelope. */
import type { GroupResult, SearchCodebaseOk } from "@satori/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

const TREE = `
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
          self.answers[key] = (now, answer)
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
}, 60_000);
afterAll(() => codebase[Symbol.asyncDispose]());

const files = ({ results }: SearchCodebaseOk): string[] => results.map(({ file }) => file);
const groups = ({ results }: SearchCodebaseOk): GroupResult[] => results.filter((result) => result.kind === "group");

it("a path leads to its file, whatever the words speak of", async () => {
  expect(files(await codebase.search("what may src/http/status.go send again with backoff after a failure"))[0]).toBe("src/http/status.go");
});

it("a test that is named by its path comes before what it tests", async () => {
  expect(files(await codebase.search("request retry backoff failure in src/http/retry.test.ts", { scope: "mixed" }))[0]).toBe("src/http/retry.test.ts");
});

it("a stack trace leads to the line at which it happened, with the function around it", async () => {
  const trace = 'why does this fail?\nTraceback (most recent call last):\n  File "/usr/lib/python3/http/retry.py", line 9, in send\n  File "/app/src/cache/store.py", line 11, in evict_expired\nKeyError: 3';
  const [first] = groups(await codebase.search(trace));
  expect([first?.file, first?.symbolLabel]).toEqual(["src/cache/store.py", "CacheStore.evict_expired"]);
  expect(first?.span.startLine).toBeLessThanOrEqual(11);
  expect(first?.span.endLine).toBeGreaterThanOrEqual(11);
});

it("a quoted text leads to where it stands", async () => {
  expect(files(await codebase.search('where does it say "drops answers that"'))[0]).toBe("src/cache/store.py");
});

it("a misspelled name leads to the one that was meant, and that is said", async () => {
  const answer = await codebase.search("who calls evict_expird");
  expect(files(answer)[0]).toBe("src/cache/store.py");
  expect(answer.correctedTerms).toEqual([{ term: "evict_expird", meant: ["evict_expired"] }]);
  expect(await codebase.search("evict_expired")).not.toHaveProperty("correctedTerms");
});
