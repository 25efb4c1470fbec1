import { expect, it } from "vitest";
import type { EmbedderFacts, RerankerFacts } from "../facts.ts";
import { judgeEmbedder, judgeReranker } from "./settings.ts";

const embedder: EmbedderFacts = { name: "openai", model: "m", hasKey: true, isOwnServer: false, probe: null };
const reranker: RerankerFacts = { name: "cohere", model: "r", hasKey: true, isOwnServer: false, probe: null };
const said = (findings: ReturnType<typeof judgeEmbedder>): string[] =>
  findings.map(({ level, id }) => `${level} ${id}`);

it.each<[string, Partial<EmbedderFacts>, readonly string[]]>([
  ["a service with a key that was not asked is fine", {}, ["ok embedder.key", "ok embedder.answer"]],
  ["a service without its key", { hasKey: false }, ["error embedder.key", "ok embedder.answer"]],
  [
    "a server of one's own needs no key",
    { hasKey: false, isOwnServer: true },
    ["ok embedder.key", "ok embedder.answer"],
  ],
  ["Ollama has none", { name: "ollama", hasKey: false, isOwnServer: true }, ["ok embedder.answer"]],
  ["one that answers", { probe: { dimension: 1536 } }, ["ok embedder.key", "ok embedder.answer"]],
  ["one that does not", { probe: { failure: "refused" } }, ["ok embedder.key", "error embedder.answer"]],
  [
    "the built-in one",
    { name: "static", model: null, hasKey: false, probe: { dimension: 256 } },
    ["ok embedder.answer"],
  ],
  [
    "the built-in one without its model",
    { name: "static", model: null, hasKey: false, probe: { failure: "no file" } },
    ["error embedder.answer"],
  ],
  ["none", { name: "none", model: null, hasKey: false }, ["ok embedder.answer"]],
])("embedder: %s", (_, facts, expected) => {
  expect(said(judgeEmbedder({ ...embedder, ...facts }))).toEqual(expected);
});

it.each<[string, RerankerFacts | null, readonly string[]]>([
  ["none is chosen", null, ["ok reranker.answer"]],
  ["not asked", reranker, ["ok reranker.key", "ok reranker.answer"]],
  ["no key", { ...reranker, hasKey: false }, ["error reranker.key", "ok reranker.answer"]],
  [
    "a server of one's own",
    { ...reranker, hasKey: false, isOwnServer: true },
    ["ok reranker.key", "ok reranker.answer"],
  ],
  ["it scores", { ...reranker, probe: { scores: 2 } }, ["ok reranker.key", "ok reranker.answer"]],
  ["it fails", { ...reranker, probe: { failure: "refused" } }, ["ok reranker.key", "error reranker.answer"]],
])("reranker: %s", (_, facts, expected) => {
  expect(said(judgeReranker(facts))).toEqual(expected);
});

it("a missing key is named, with what to do without it", () => {
  expect(judgeEmbedder({ ...embedder, hasKey: false })[0]).toMatchObject({
    found: "OPENAI_API_KEY is not set",
    fix: "set OPENAI_API_KEY, or SATORI_EMBEDDER=static",
  });
  expect(judgeReranker({ ...reranker, hasKey: false })[0]).toMatchObject({
    fix: "set COHERE_API_KEY, or SATORI_RERANKER=none",
  });
});
