/** Tests each service over its own protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { Secret } from "../../secret.ts";
import { type FakeService, TestTime, openFakeService } from "../../testing/fakes/fake-service.ts";
import { describeEmbedder } from "../embedder.suite.ts";
import { geminiProvider, ollamaProvider, openaiProvider, voyageProvider } from "./providers.ts";
import type { Provider } from "./provider.ts";
import { RemoteEmbedder } from "./remote-embedder.ts";

let service: FakeService;
beforeAll(async () => void (service = await openFakeService()));
beforeEach(() => void service.received.splice(0));
afterAll(() => service[Symbol.asyncDispose]());

const key = new Secret("sk-test-0123456789");
const PROVIDERS: readonly (readonly [string, (model?: string) => Provider])[] = [
  ["openai", (model = "m") => openaiProvider({ model, key, url: `${service.url}/v1` })],
  ["voyage", (model = "m") => voyageProvider({ model, key, url: `${service.url}/v1` })],
  ["gemini", (model = "m") => geminiProvider({ model, key, url: `${service.url}/v1beta` })],
  ["ollama", (model = "m") => ollamaProvider({ model, url: service.url })],
];
const open = (provider: Provider): RemoteEmbedder => new RemoteEmbedder(provider, new TestTime());

for (const [name, provider] of PROVIDERS) {
  describeEmbedder(name, () => open(provider()));

  describe(name, () => {
    it("learns its dimension with the first answer, and not from a question without words", async () => {
      const embedder = open(provider());
      expect([embedder.provider, embedder.model, embedder.dimension]).toEqual([name, "m", null]);
      await embedder.embedQuery("?!");
      expect([embedder.dimension, service.received]).toEqual([null, []]);
      await embedder.embedQuery("which one");
      expect(embedder.dimension).toBe(12);
    });

    it("gives texts without words zeros of its dimension, for which it is asked if it was not yet", async () => {
      const embedder = open(provider());
      expect(await embedder.embedPaths(["+/-", "_"])).toEqual([new Float32Array(12), new Float32Array(12)]);
      expect(service.received).toHaveLength(1);
      expect(
        (await embedder.embedPaths(["+", "a"])).map((vector) => Math.round(Math.hypot(...vector))),
      ).toEqual([0, 1]);
      expect(service.received.at(-1)?.texts.map((text) => text.replace(/^.*: /, ""))).toEqual(["a"]);
    });
  });
}

describe("the pace of a service", () => {
  const openai = (url: string): Provider => openaiProvider({ model: "m", key, url });

  it.each<[string, Provider]>([
    ["fast", openai("https://api.openai.com/v1")],
    ["fast", voyageProvider({ model: "m", key })],
    ["standard", geminiProvider({ model: "m", key })],
    ["standard", openai("https://gateway.example/v1")],
    ["standard", openai("https://172.64.0.1/v1")],
    ["slow", ollamaProvider({ model: "m", url: "https://ollama.example" })],
    ...[
      "localhost:1234",
      "127.0.0.1",
      "[::1]:8000",
      "0.0.0.0:80",
      "10.1.2.3",
      "192.168.0.7",
      "172.20.0.1",
      "gpu.local",
      "gpu.lan",
      "host.docker.internal",
    ].map((host): [string, Provider] => ["slow", openai(`http://${host}/v1`)]),
  ])("is %s for the largest clouds, standard for others, slow on machines of one's own", (pace, provider) => {
    expect(open(provider).capabilities.pace, provider.service.url).toBe(pace);
  });
});

describe("the address of a service", () => {
  it.each<[Provider, string | undefined]>([
    [openaiProvider({ model: "m", key, url: "https://api.openai.com/v1" }), undefined],
    [openaiProvider({ model: "m", key, url: "http://localhost:1234/v1" }), "http://localhost:1234/v1"],
    [voyageProvider({ model: "m", key }), undefined],
    [geminiProvider({ model: "m", key }), undefined],
    [
      ollamaProvider({
        model: "m",
        url: readConfig({ environment: {}, freshnessPolicy: "by_age" }).urls.ollama,
      }),
      undefined,
    ],
    [ollamaProvider({ model: "m", url: "http://gpu.lan:11434" }), "http://gpu.lan:11434"],
  ])(
    "tells its models from those of the same name elsewhere, where somebody has set it",
    (provider, address) => {
      expect(open(provider).address, provider.service.url).toBe(address);
    },
  );
});

describe("what is sent", () => {
  const documents = [
    { path: "src/a.ts", text: "one" },
    { path: "b", text: "two" },
  ];

  it.each<[string, string, object, object]>([
    [
      "openai",
      "/v1/embeddings",
      { authorization: "Bearer sk-test-0123456789" },
      { model: "m", input: ["src/a.ts\none", "b\ntwo"] },
    ],
    [
      "voyage",
      "/v1/embeddings",
      { authorization: "Bearer sk-test-0123456789" },
      { model: "m", input: ["src/a.ts\none", "b\ntwo"], input_type: "document", truncation: false },
    ],
    [
      "gemini",
      "/v1beta/models/m:batchEmbedContents",
      { "x-goog-api-key": "sk-test-0123456789" },
      {
        requests: ["src/a.ts\none", "b\ntwo"].map((text) => ({
          model: "models/m",
          content: { parts: [{ text }] },
          taskType: "RETRIEVAL_DOCUMENT",
        })),
      },
    ],
    ["ollama", "/api/embed", {}, { model: "m", input: ["src/a.ts\none", "b\ntwo"], truncate: false }],
  ])("to %s goes to %s with the key in a header", async (name, path, headers, body) => {
    const provider = PROVIDERS.find(([named]) => named === name)?.[1] as () => Provider;
    await open(provider()).embedDocuments(documents);
    expect(service.received).toMatchObject([
      { path, headers: { ...headers, "content-type": "application/json" } },
    ]);
    expect(service.received[0]?.body).toEqual(body);
  });

  it("says that it is a question, where the service tells questions and documents apart", async () => {
    for (const [, provider] of PROVIDERS) await open(provider()).embedQuery("where");
    const [openai, voyage, gemini, ollama] = service.received.map(({ body }) => body);
    expect([openai, voyage, ollama]).toMatchObject([
      { input: ["where"] },
      { input: ["where"], input_type: "query" },
      { input: ["where"] },
    ]);
    expect(gemini).toMatchObject({
      requests: [{ content: { parts: [{ text: "where" }] }, taskType: "CODE_RETRIEVAL_QUERY" }],
    });
  });

  it.each([
    ["nomic-embed-text:latest", "search_document: b\ntwo", "search_query: where"],
    ["mxbai-embed-large", "b\ntwo", "Represent this sentence for searching relevant passages: where"],
    ["snowflake-arctic-embed2", "b\ntwo", "query: where"],
    ["some-other-model", "b\ntwo", "where"],
  ])("to Ollama for %s begins as the model was trained", async (model, document, question) => {
    const embedder = open(ollamaProvider({ model, url: service.url }));
    await embedder.embedDocuments([{ path: "b", text: "two" }]);
    await embedder.embedQuery("where");
    expect(service.received.map(({ texts }) => texts)).toEqual([[document], [question]]);
  });

  it("to a server of one's own needs no key", async () => {
    await open(openaiProvider({ model: "m", key: null, url: service.url })).embedQuery("where");
    expect(service.received[0]?.headers.authorization).toBeUndefined();
  });

  it("is nothing to a service that needs a key, as long as there is none", async () => {
    const withoutKey = [
      openaiProvider({ model: "m", key: null, url: "https://api.openai.com/v1" }),
      voyageProvider({ model: "m", key: null, url: service.url }),
      geminiProvider({ model: "m", key: null, url: service.url }),
    ];
    for (const provider of withoutKey) {
      const { label, settings } = provider.service;
      await expect(open(provider).embedQuery("where")).rejects.toMatchObject({
        code: "EMBEDDER_FAILED",
        message: `${label} needs a key: set ${settings.key}`,
      });
    }
    expect(service.received).toEqual([]);
  });
});
