import { expect, it } from "vitest";
import { noDeadline, openDeadline } from "../../deadline.ts";
import { parseQuery } from "../../query/parse-query.ts";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { gatherEvidence } from "../gather/evidence.ts";
import { TextFilter } from "../gather/text-filter.ts";
import { understand } from "../question/question.ts";
import { rankFiles } from "../ranking/rank.ts";
import { PlaceLoader } from "./place-loader.ts";

it("files are looked at until the deadline, and counted behind it", async () => {
  const snapshot = fakeSnapshot([
    { path: "a.ts", texts: ["alpha\n"] },
    { path: "b.ts", texts: ["alpha\n"] },
  ]);
  const question = understand("alpha");
  const evidence = await gatherEvidence({
    snapshot,
    question,
    queryVector: null,
    allowed: null,
    maxChunks: 300,
    mustTokens: [],
    widening: 1,
  });
  const ranking = await rankFiles(snapshot, question, evidence);
  const input = { snapshot, question, evidence, ranking, textFilter: new TextFilter(parseQuery("alpha")) };
  using open = noDeadline();
  using passed = openDeadline({ limitMs: 0, setting: "SATORI_SEARCH_DEADLINE_MS" });
  const [inTime, late] = [new PlaceLoader(input, open), new PlaceLoader(input, passed)];
  for (const loader of [inTime, late]) for (const file of ranking.files) await loader.load(file);
  expect([inTime.filesLeft, late.filesLeft]).toEqual([0, 2]);
});

it("who cancels gets no part of an answer", async () => {
  const snapshot = fakeSnapshot([{ path: "a.ts", texts: ["alpha\n"] }]);
  using cancelled = noDeadline(AbortSignal.abort());
  const loader = new PlaceLoader(
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
