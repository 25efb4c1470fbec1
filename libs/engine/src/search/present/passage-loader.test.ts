import { expect, it } from "vitest";
import { noDeadline, openDeadline } from "../../deadline.ts";
import { parseQuery } from "../../query/parse-query.ts";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { retrieveCandidates } from "../retrieve/candidates.ts";
import { TextFilter } from "../retrieve/text-filter.ts";
import { parseQuestion } from "../parse/question.ts";
import { rankFiles } from "../rank/rank.ts";
import { PassageLoader } from "./passage-loader.ts";

it("files are looked at until the deadline, and counted behind it", async () => {
  const snapshot = fakeSnapshot([
    { path: "a.ts", texts: ["alpha\n"] },
    { path: "b.ts", texts: ["alpha\n"] },
  ]);
  const question = parseQuestion("alpha");
  const candidates = await retrieveCandidates({
    snapshot,
    question,
    queryVector: null,
    allowed: null,
    maxChunks: 300,
    mustTokens: [],
    exactFiles: [],
  });
  const ranking = await rankFiles({ snapshot, question, candidates });
  const input = { snapshot, question, candidates, ranking, textFilter: new TextFilter(parseQuery("alpha")) };
  using open = noDeadline();
  using passed = openDeadline({ limitMs: 0, setting: "SATORI_SEARCH_DEADLINE_MS" });
  const [inTime, late] = [new PassageLoader(input, open), new PassageLoader(input, passed)];
  for (const loader of [inTime, late]) for (const file of ranking.files) await loader.load(file);
  expect([inTime.remainingFiles, late.remainingFiles]).toEqual([0, 2]);
});

it("who cancels gets no part of an answer", async () => {
  const snapshot = fakeSnapshot([{ path: "a.ts", texts: ["alpha\n"] }]);
  using cancelled = noDeadline(AbortSignal.abort());
  const loader = new PassageLoader(
    { snapshot } as never,
    {
      ...cancelled,
      isReached: false,
      check: () => cancelled.check(),
      pause: () => Promise.reject(new Error("cancelled")),
    } as never,
  );
  await expect(loader.load({ file: 0 } as never)).rejects.toThrow("cancelled");
});
