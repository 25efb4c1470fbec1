/** Questions with more than words: paths, stack traces, quoted texts, typos. From call to envelope. */
import { type GroupResult, type SearchCodebaseOk, isChunkResult } from "@satori/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";

const TREE = `
  //- src/mail/send.ts
  /** Sends a letter again when it came back, later each time. */
  export function sendLetter(attempt: number): number {
    return 60 * 2 ** attempt;
  }
  //- src/mail/send.test.ts
  import { sendLetter } from "./send";
  it("waits longer for each letter that came back", () => expect(sendLetter(2)).toBeGreaterThan(sendLetter(1)));
  //- src/mail/status.go
  package mail

  func IsLost(status int) bool {
  	return status == 410
  }
  //- src/archive/shelf.py
  class Shelf:
      """Keeps letters until they expire."""

      def drop_expired(self, now):
          """Drops letters that are older than allowed."""
          for key, kept_at in list(self.kept.items()):
              if now - kept_at > self.seconds:
                  del self.kept[key]
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const files = ({ results }: SearchCodebaseOk): string[] => results.map(({ file }) => file);
const groups = ({ results }: SearchCodebaseOk): GroupResult[] =>
  results.filter((result): result is GroupResult => !isChunkResult(result));

it("a path leads to its file, whatever the words speak of", async () => {
  expect(files(await codebase.search("may src/mail/status.go send a letter again that came back"))[0]).toBe(
    "src/mail/status.go",
  );
});

it("a test that is named by its path comes before what it tests", async () => {
  expect(
    files(await codebase.search("sends a letter again in src/mail/send.test.ts", { scope: "mixed" }))[0],
  ).toBe("src/mail/send.test.ts");
});

it("a stack trace leads to the line at which it happened, with the function around it", async () => {
  const trace =
    'why does this fail?\nTraceback (most recent call last):\n  File "/usr/lib/python3/mail/send.py", ' +
    'line 9, in send\n  File "/app/src/archive/shelf.py", line 7, in drop_expired\nKeyError: 3';
  const [first] = groups(await codebase.search(trace));
  expect([first?.file, first?.symbolLabel]).toEqual(["src/archive/shelf.py", "Shelf.drop_expired"]);
  expect(first?.span.startLine).toBeLessThanOrEqual(7);
  expect(first?.span.endLine).toBeGreaterThanOrEqual(7);
});

it("a quoted text leads to where it stands", async () => {
  expect(files(await codebase.search('where does it say "drops letters that"'))[0]).toBe(
    "src/archive/shelf.py",
  );
});

it("a misspelled name leads to the one that was meant, and that is said", async () => {
  const answer = await codebase.search("who calls drop_expird");
  expect(files(answer)[0]).toBe("src/archive/shelf.py");
  expect(answer.correctedTerms).toEqual([{ term: "drop_expird", meant: ["drop_expired"] }]);
  expect(await codebase.search("drop_expired")).not.toHaveProperty("correctedTerms");
});
