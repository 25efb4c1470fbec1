import { describe, expect, it } from "vitest";
import { describeEmbedder } from "./embedder.suite.ts";
import { FakeEmbedder } from "./fake.ts";
import type { EmbedderName } from "../config.ts";
import { TestTime } from "../testing/fakes/fake-service.ts";
import { openEmbedder } from "./open-embedder.ts";
import { StaticEmbedder } from "./static.ts";

/** A port that nothing listens on. */
const NOBODY = "http://127.0.0.1:1";

describeEmbedder("static", () => new StaticEmbedder());
describeEmbedder("fake", () => new FakeEmbedder());
describeEmbedder(
  "fake, of an unknown dimension",
  () => new FakeEmbedder({ dimension: 24, knowsDimension: false }),
);

describe("openEmbedder", () => {
  const config = {
    models: {
      openai: "model of openai",
      voyage: "model of voyage",
      gemini: "model of gemini",
      ollama: "model of ollama",
    },
    keys: { openai: null, voyage: null, gemini: null, cohere: null, jina: null },
    urls: { openai: "https://api.openai.com/v1", ollama: NOBODY },
  };
  const open = (embedder: EmbedderName) => openEmbedder({ ...config, embedder }, new TestTime());

  it("opens what is built in", () => {
    expect(open("static")).toBeInstanceOf(StaticEmbedder);
    expect(open("none")).toBeNull();
  });

  it.each(["openai", "voyage", "gemini", "ollama"] as const)(
    "opens %s without a word, and fails when it has to work",
    async (name) => {
      const embedder = open(name);
      expect(embedder).toMatchObject({ provider: name, model: `model of ${name}`, dimension: null });
      const refusal = { code: "EMBEDDER_FAILED", message: expect.stringMatching(new RegExp(name, "i")) };
      await expect(embedder?.embedDocuments([{ path: "a", text: "a" }])).rejects.toMatchObject(refusal);
      await expect(embedder?.embedPaths(["a"])).rejects.toMatchObject(refusal);
      await expect(embedder?.embedQuery("a")).rejects.toMatchObject(refusal);
    },
  );
});

describe("FakeEmbedder", () => {
  it("puts texts that share words closer together", async () => {
    const embedder = new FakeEmbedder({ dimension: 64 });
    const [query, near, far] = await Promise.all(
      ["parse config file", "parse the config", "draw red circle"].map((text) => embedder.embedQuery(text)),
    );
    const dot = (left: Float32Array | undefined, right: Float32Array | undefined): number =>
      left?.reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0) ?? 0;
    expect(dot(query, near)).toBeGreaterThan(dot(query, far) + 0.2);
  });

  it("refuses for the reason it was given, and knows its dimension after the first answer", async () => {
    const embedder = new FakeEmbedder({ knowsDimension: false });
    embedder.failure = "the quota is used up";
    await expect(embedder.embedQuery("a")).rejects.toMatchObject({
      code: "EMBEDDER_FAILED",
      message: "the quota is used up",
    });
    expect(embedder.dimension).toBeNull();
    embedder.failure = null;
    await embedder.embedDocuments([{ path: "a", text: "one" }]);
    expect([embedder.dimension, embedder.embedded]).toEqual([8, ["one"]]);
  });
});
