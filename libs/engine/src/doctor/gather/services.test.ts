import { expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { systemHttpContext } from "../../http/system-context.ts";
import { gatherEmbedder, gatherReranker } from "./services.ts";

const probing = {
  http: systemHttpContext({ nowMs: () => 0 }),
  isOnline: false,
  signal: new AbortController().signal,
};
const config = (environment: Readonly<Record<string, string>>) =>
  readConfig({ environment, fileValues: {}, freshnessPolicy: "always" });

it("the built-in embedder is asked, whether services may be or not", async () => {
  expect(await gatherEmbedder(config({}), probing)).toEqual({
    name: "static",
    model: null,
    hasKey: false,
    isOwnServer: false,
    probe: { dimension: 256 },
  });
});

it("a service is told with its model, its key and whose server it is, and not asked", async () => {
  expect(
    await gatherEmbedder(config({ SATORI_EMBEDDER: "openai", OPENAI_API_KEY: "sk-12345678" }), probing),
  ).toEqual({
    name: "openai",
    model: "text-embedding-3-small",
    hasKey: true,
    isOwnServer: false,
    probe: null,
  });
  expect(
    await gatherEmbedder(
      config({ SATORI_EMBEDDER: "openai", OPENAI_BASE_URL: "https://api.openai.com.example/v1" }),
      probing,
    ),
  ).toMatchObject({ hasKey: false, isOwnServer: true });
  expect(await gatherEmbedder(config({ SATORI_EMBEDDER: "ollama" }), probing)).toMatchObject({
    isOwnServer: true,
  });
  expect(await gatherEmbedder(config({ SATORI_EMBEDDER: "none" }), probing)).toMatchObject({
    name: "none",
    probe: null,
  });
  expect(
    await gatherReranker(
      config({ SATORI_RERANKER: "jina", SATORI_RERANKER_URL: "http://localhost:1/v1" }),
      probing,
    ),
  ).toMatchObject({ name: "jina", hasKey: false, isOwnServer: true, probe: null });
  expect(await gatherReranker(config({}), probing)).toBeNull();
});

it("a service that does not answer is told with its reason", async () => {
  const online = { ...probing, isOnline: true };
  expect(
    (
      await gatherReranker(
        config({
          SATORI_RERANKER: "cohere",
          COHERE_API_KEY: "co-12345678",
          SATORI_RERANKER_URL: "http://127.0.0.1:1/v1",
        }),
        online,
      )
    )?.probe,
  ).toEqual({ failure: expect.any(String) });
});
