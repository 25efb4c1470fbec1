/**
 * Whatever a service does, users learn what happened, which service failed and what to do, and never see the
 * key.
 */
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineError } from "../../errors.ts";
import { Secret } from "../../secret.ts";
import {
  type Behaviour,
  type FakeService,
  TestTime,
  openFakeService,
} from "../../testing/fakes/fake-service.ts";
import { geminiProvider, ollamaProvider, openaiProvider, voyageProvider } from "./providers.ts";
import { RemoteEmbedder } from "./remote-embedder.ts";

const KEY = 'sk-secret/"0123456789';
let service: FakeService;
beforeEach(async () => void (service = await openFakeService()));
afterEach(() => service[Symbol.asyncDispose]());

const OPENED = {
  openai: () => openaiProvider({ model: "small", key: new Secret(KEY), url: service.url }),
  voyage: () => voyageProvider({ model: "small", key: new Secret(KEY), url: service.url }),
  gemini: () => geminiProvider({ model: "small", key: new Secret(KEY), url: service.url }),
  ollama: () => ollamaProvider({ model: "small", url: service.url }),
};
type Name = keyof typeof OPENED;

async function failureOf(name: Name, behave: Behaviour): Promise<EngineError> {
  service.behave = behave;
  const embedder = new RemoteEmbedder(OPENED[name](), new TestTime());
  const error = await embedder.embedPaths(["a", "b"]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EngineError)) throw new Error(`no failure of ours: ${String(error)}`);
  return error;
}

const vectors = (...embeddings: unknown[]) => ({
  body: { data: embeddings.map((embedding, index) => ({ index, embedding })) },
});

describe("a failure says what happened and what to do", () => {
  it.each<[string, Name, Behaviour, RegExp]>([
    [
      "the key is refused",
      "openai",
      () => ({ status: 401, body: {} }),
      /^The OpenAI-compatible embedder rejects the key: check OPENAI_API_KEY$/,
    ],
    [
      "the key is refused",
      "gemini",
      () => ({ status: 400, body: { error: { message: "API key not valid" } } }),
      /^Gemini rejects the key: check GEMINI_API_KEY$/,
    ],
    [
      "access is refused where there is no key",
      "ollama",
      () => ({ status: 403, body: {} }),
      /^Ollama at http:.+ denies access: check OLLAMA_HOST$/,
    ],
    [
      "the model is unknown",
      "ollama",
      () => ({ status: 404, body: { error: "model not found" } }),
      /^Ollama at .+ does not offer the model "small" \(404: model not found\): run `ollama pull small`, or set OLLAMA_MODEL, and check OLLAMA_HOST$/,
    ],
    [
      "the model is unknown",
      "voyage",
      () => ({ status: 400, body: { detail: "Model small is not supported" } }),
      /^Voyage at .+ does not offer the model "small" .+: set VOYAGE_MODEL$/,
    ],
    [
      "the quota is used up",
      "voyage",
      () => ({ status: 402, body: { detail: "no credits" } }),
      /^Voyage: the quota is used up \(402: no credits\).+finished embeddings are kept$/,
    ],
    [
      "requests are too many for too long",
      "openai",
      () => ({ status: 429, body: {} }),
      /still reports too many requests/,
    ],
    [
      "the service is broken",
      "openai",
      () => ({ status: 502, body: "<html>" }),
      /cannot answer right now \(502: a web page\)/,
    ],
    [
      "the service is elsewhere",
      "openai",
      () => ({ status: 301, headers: { location: "https://elsewhere.example/" }, body: "" }),
      /redirects to another address, but redirects are not followed: check OPENAI_BASE_URL$/,
    ],
    [
      "the answer is a web page",
      "openai",
      () => ({ body: "<!doctype html><title>Log in</title>" }),
      /gave an unexpected answer, a web page: check OPENAI_BASE_URL and OPENAI_MODEL$/,
    ],
    [
      "the answer is no JSON",
      "openai",
      () => ({ body: '{"data": [NaN]}' }),
      /gave an unexpected answer, invalid JSON/,
    ],
    [
      "the answer is something else",
      "openai",
      () => ({ body: { choices: [] } }),
      /gave an unexpected answer, no vectors/,
    ],
    [
      "a vector is missing",
      "openai",
      () => vectors([1, 2]),
      /gave an unexpected answer, 1 vectors for 2 texts/,
    ],
    [
      "vectors are too many",
      "openai",
      () => vectors([1], [1], [1]),
      /gave an unexpected answer, 3 vectors for 2 texts/,
    ],
    ["a value is no number", "openai", () => vectors([1, 2], [1, null]), /values that are not numbers/],
    [
      "a value is not finite",
      "ollama",
      () => ({ body: '{"embeddings": [[1, 1e999], [1, 2]]}' }),
      /values that are not numbers/,
    ],
    [
      "dimensions differ",
      "openai",
      () => vectors([1, 2], [1, 2, 3]),
      /a vector of 3 dimensions among those of 2/,
    ],
    ["a vector is empty", "openai", () => vectors([], []), /a value that is not a vector/],
  ])("when %s: %s", async (_, name, behave, message) => {
    expect(await failureOf(name, behave)).toMatchObject({
      code: "EMBEDDER_FAILED",
      message: expect.stringMatching(message),
    });
  });

  it("when a later answer has another dimension than the first", async () => {
    service.behave = (_, count) => (count === 1 ? vectors([1, 2]) : vectors([1, 2, 3]));
    const embedder = new RemoteEmbedder(OPENED.openai(), new TestTime());
    await embedder.embedPaths(["a"]);
    await expect(embedder.embedPaths(["a"])).rejects.toMatchObject({
      message: expect.stringContaining("3 dimensions among those of 2"),
    });
  });

  it("when nobody answers, with the system's word for it", async () => {
    await service[Symbol.asyncDispose]();
    const error = await failureOf("ollama", () => null);
    expect(error.message).toMatch(
      /^Ollama cannot be reached at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\): start it with `ollama serve`, or check OLLAMA_HOST$/,
    );
    service = await openFakeService();
  });
});

describe("the key", () => {
  /** Everything of an error that a log line, an envelope or a crash could show. */
  const shown = (error: unknown): string =>
    [
      inspect(error, { depth: 10, showHidden: true }),
      String(error),
      JSON.stringify(error),
      (error as Error).stack,
      String((error as Error).cause),
    ].join("\n");
  const spellings = [
    KEY,
    encodeURIComponent(KEY),
    JSON.stringify(KEY).slice(1, -1),
    Buffer.from(KEY).toString("base64"),
  ];

  it.each([400, 401, 404, 413, 422, 429, 500])(
    "is in no part of the error, though the service repeats it with status %i",
    async (status) => {
      const echo: Behaviour = ({ headers }) => ({
        status,
        body: {
          error: { message: `request with ${JSON.stringify(headers)} and ${spellings.join(" ")} failed` },
        },
      });
      for (const name of ["openai", "voyage", "gemini"] as const) {
        const text = shown(await failureOf(name, echo));
        for (const spelling of spellings) expect(text).not.toContain(spelling);
      }
    },
  );

  it("is not shown by what holds it", () => {
    const text = shown({ config: OPENED.openai(), key: new Secret(KEY) });
    expect(text).toContain("[secret]");
    for (const spelling of spellings) expect(text).not.toContain(spelling);
  });
});
