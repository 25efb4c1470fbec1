/** Tests each service with the suite of all rerankers, and the specifics of its protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RerankerName } from "../config.ts";
import { Secret } from "../secret.ts";
import { type FakeService, TestTime, openFakeService } from "../testing/fakes/fake-service.ts";
import { FakeReranker } from "./fake.ts";
import { openReranker } from "./open-reranker.ts";
import { describeReranker } from "./reranker.suite.ts";
import type { Reranker } from "./reranker.ts";

let service: FakeService;
beforeAll(async () => void (service = await openFakeService()));
beforeEach(() => void service.received.splice(0));
afterAll(() => service[Symbol.asyncDispose]());

const NAMES = ["voyage", "cohere", "jina"] as const satisfies readonly RerankerName[];
const KEYS = {
  openai: null,
  voyage: new Secret("key-of-voyage"),
  gemini: null,
  cohere: new Secret("key-of-cohere"),
  jina: new Secret("key-of-jina"),
};
const NO_KEYS = { openai: null, voyage: null, gemini: null, cohere: null, jina: null };

function open(
  name: RerankerName,
  {
    model = "m" as string | null,
    url = `${service.url}/v1` as string | null,
    keys = KEYS as typeof KEYS | typeof NO_KEYS,
  } = {},
): Reranker {
  const reranker = openReranker({ reranker: { name, model, url }, keys }, new TestTime());
  if (!reranker) throw new Error("nothing was opened");
  return reranker;
}

describeReranker("fake", () => new FakeReranker());
for (const name of NAMES) describeReranker(name, () => open(name));

describe("what is sent", () => {
  const common = { model: "m", query: "where", documents: ["one", "two"] };

  it.each<[RerankerName, object]>([
    ["voyage", { ...common, top_k: 2, return_documents: false, truncation: true }],
    ["cohere", { ...common, top_n: 2 }],
    ["jina", { ...common, top_n: 2, return_documents: false }],
  ])("to %s is question and texts, with the key in a header", async (name, body) => {
    await open(name).rerank("where", ["one", "two"]);
    expect(service.received).toMatchObject([
      {
        path: "/v1/rerank",
        headers: { authorization: `Bearer key-of-${name}`, "content-type": "application/json" },
      },
    ]);
    expect(service.received[0]?.body).toEqual(body);
  });

  it.each(NAMES)("to a server of one's own that speaks as %s does needs no key", async (name) => {
    expect(await open(name, { keys: NO_KEYS }).rerank("where", ["one"])).toMatchObject({ kind: "scored" });
    expect(service.received[0]?.headers.authorization).toBeUndefined();
  });

  it.each<[RerankerName, string, string]>([
    ["voyage", "Voyage", "VOYAGE_API_KEY"],
    ["cohere", "Cohere", "COHERE_API_KEY"],
    ["jina", "Jina", "JINA_API_KEY"],
  ])("to %s itself is nothing, as long as there is no key", async (name, label, setting) => {
    expect(await open(name, { url: null, keys: NO_KEYS }).rerank("where", ["one"])).toEqual({
      kind: "failed",
      reason: "unauthorised",
      message: `${label} needs a key: set ${setting}`,
    });
  });
});

describe("openReranker", () => {
  it("opens nothing where none is chosen", () => {
    expect(openReranker({ reranker: null, keys: KEYS }, new TestTime())).toBeNull();
  });

  it.each<[RerankerName, string]>([
    ["voyage", "rerank-2.5"],
    ["cohere", "rerank-v3.5"],
    ["jina", "jina-reranker-v2-base-multilingual"],
  ])("gives %s its own model where none is named", (name, model) => {
    expect(open(name, { model: null })).toMatchObject({ provider: name, model });
    expect(open(name, { model: "another" })).toMatchObject({ provider: name, model: "another" });
  });
});
