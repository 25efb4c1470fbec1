/** The behaviour that every reranker shares; `reranker.test.ts` runs it for each of them. */
import { describe, expect, it } from "vitest";
import type { Reranker } from "./reranker.ts";

const QUESTION = "where does the server listen";
const TEXTS = [
  "def parse(text):\n    return tokens(text)\n",
  "class Server:\n    # the server listens: listen where it does\n",
  "the server",
];

export function describeReranker(name: string, open: () => Reranker): void {
  const scoresOf = async (texts: readonly string[], reranker = open()): Promise<readonly number[]> => {
    const outcome = await reranker.rerank(QUESTION, texts);
    if (outcome.kind !== "scored") throw new Error(`no scores: ${JSON.stringify(outcome)}`);
    return outcome.scores;
  };

  describe(`reranker ${name}`, () => {
    it(
      "gives each text a finite score, in the order of the texts, and the highest to what answers the " +
        "question",
      async () => {
        const scores = await scoresOf(TEXTS);
        expect(scores.map((score) => Number.isFinite(score))).toEqual([true, true, true]);
        expect([...scores].sort((left, right) => right - left)).toEqual([scores[1], scores[2], scores[0]]);
      },
    );

    it("gives a text the same score wherever it stands", async () => {
      const [first, second, third] = await scoresOf(TEXTS);
      expect(await scoresOf([TEXTS[2], TEXTS[0], TEXTS[1]] as string[])).toEqual([third, first, second]);
    });

    it("gives the same text the same score twice", async () => {
      const [first, , again] = await scoresOf([TEXTS[1], TEXTS[0], TEXTS[1]] as string[]);
      expect(again).toBe(first);
    });

    it("has nothing to say about nothing", async () => {
      expect(await scoresOf([])).toEqual([]);
    });

    it("keeps scores that it gave when it is asked again", async () => {
      const reranker = open();
      const scores = await scoresOf(TEXTS, reranker);
      const copy = [...scores];
      await scoresOf([...TEXTS].reverse(), reranker);
      expect(scores).toEqual(copy);
    });

    it("says at once that it was cancelled", async () => {
      await expect(open().rerank(QUESTION, TEXTS, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: "CANCELLED",
      });
    });
  });
}
