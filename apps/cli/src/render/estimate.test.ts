import type { Estimate } from "@satori/engine";
import { expect, it } from "vitest";
import { renderEstimate } from "../commands/build-index.ts";

const NOTHING = { texts: 0, tokens: 0 };
const ESTIMATE: Estimate = {
  root: "/src/shop",
  files: 1_200,
  chunks: 9_000,
  embedder: { provider: "openai", model: "small", isLocal: false },
  all: { texts: 10_200, tokens: 2_500_000 },
  cached: { texts: 200, tokens: 50_000 },
  toSend: { texts: 10_000, tokens: 2_450_000 },
  pricePerMillionTokens: 0.02,
  cost: 0.049,
};

const check = (changes: Partial<Estimate>, ...lines: (string | RegExp)[]): void => {
  const shown = renderEstimate({ ...ESTIMATE, ...changes });
  for (const line of lines) expect(shown).toMatch(line);
};

it("says what would be sent, and what that would cost", () => {
  check(
    {},
    "/src/shop: 1,200 files, 9,000 chunks\nembedder: openai, small\nall texts: 10,200, about " +
      "2,500,000 tokens\nalready cached: 200, about 50,000 tokens\nto be sent: 10,000, about 2,450,000 " +
      "tokens\ncost: about 0.049 at 0.02 per million tokens\n",
    /Nothing was sent\.$/,
  );
});

it("names the setting that is missing for a cost", () => {
  check({ pricePerMillionTokens: null, cost: null }, "cost: set SATORI_EMBEDDER_PRICE");
});

it("tells a large cost, and none, to two places", () => {
  check({ cost: 12.345 }, "cost: about 12.35 at");
  check({ cost: 0, toSend: NOTHING }, "to be sent: none\ncost: about 0.00 at");
});

it("says that nothing leaves the machine where nothing does", () => {
  check(
    { embedder: { provider: "static", model: "8c4d", isLocal: true }, all: NOTHING, cost: 0 },
    /^\/src\/shop.*\nembedder: static, built in and free; nothing leaves this machine$/,
  );
  check({ embedder: null, all: NOTHING, cost: 0 }, /embedder: none; the index is searched by words only/);
});

it("shows no control characters of names", () => {
  const shown = renderEstimate({
    ...ESTIMATE,
    root: "/a\u001b[31m",
    embedder: { provider: "openai", model: "m\u0007", isLocal: false },
  });
  expect([...shown].filter((character) => character < " " && character !== "\n")).toEqual([]);
});
