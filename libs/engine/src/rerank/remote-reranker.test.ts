/**
 * Whatever a service does, there is an outcome within a bounded time that says what happened, without the
 * key.
 */
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../secret.ts";
import {
  type Behaviour,
  type FakeService,
  TestTime,
  openFakeService,
} from "../testing/fakes/fake-service.ts";
import { cohereService } from "./services.ts";
import { jinaService, voyageService } from "./services.ts";
import { RemoteReranker } from "./remote-reranker.ts";

const KEY = 'sk-secret/"0123456789';
let service: FakeService;
let time: TestTime;
beforeEach(async () => {
  service = await openFakeService();
  time = new TestTime();
});
afterEach(() => service[Symbol.asyncDispose]());

const OPENED = { voyage: voyageService, cohere: cohereService, jina: jinaService };
type Name = keyof typeof OPENED;
const open = (name: Name = "cohere"): RemoteReranker =>
  new RemoteReranker(OPENED[name]({ model: "small", key: new Secret(KEY), url: service.url }), time);
const ask = (reranker: RemoteReranker) => reranker.rerank("where", ["one", "two"]);
const scores = (...entries: readonly (readonly [index: unknown, score: unknown])[]) => ({
  body: { results: entries.map(([index, relevance_score]) => ({ index, relevance_score })) },
});

describe("a failure is an outcome that says what happened and what to do", () => {
  it.each<[string, Name, Behaviour, string, RegExp]>([
    [
      "the key is refused",
      "jina",
      () => ({ status: 401, body: {} }),
      "unauthorised",
      /^The Jina-compatible reranker rejects the key: check JINA_API_KEY$/,
    ],
    [
      "the model is unknown",
      "voyage",
      () => ({ status: 400, body: { detail: "Model small is not supported" } }),
      "unknown_model",
      /does not offer the model "small" .+: set SATORI_RERANKER_MODEL, and check SATORI_RERANKER_URL$/,
    ],
    [
      "the quota is used up",
      "cohere",
      () => ({ status: 402, body: { message: "no credits" } }),
      "quota",
      /the quota is used up \(402: no credits\).+: until then results are not reranked$/,
    ],
    [
      "requests are too many",
      "cohere",
      () => ({ status: 429, body: {} }),
      "rate_limited",
      /reports too many requests.+results are not reranked/,
    ],
    [
      "the service is broken",
      "cohere",
      () => ({ status: 502, body: "<html>" }),
      "unavailable",
      /cannot answer right now \(502: a web page\)/,
    ],
    [
      "the texts are too long",
      "cohere",
      () => ({ status: 413, body: "" }),
      "too_large",
      /rejects even the smallest request/,
    ],
    [
      "the service is elsewhere",
      "cohere",
      () => ({ status: 301, headers: { location: "https://elsewhere.example/" }, body: "" }),
      "redirected",
      /not followed: check SATORI_RERANKER_URL$/,
    ],
    ["the connection breaks", "cohere", () => "break", "unreachable", /cannot be reached/],
    [
      "the answer is a web page",
      "cohere",
      () => ({ body: "<!doctype html>" }),
      "malformed",
      /gave an unexpected answer, a web page/,
    ],
    [
      "a score is NaN",
      "cohere",
      () => ({ body: '{"results": [{"index": 0, "relevance_score": NaN}]}' }),
      "malformed",
      /gave an unexpected answer, invalid JSON/,
    ],
    [
      "there is no list",
      "voyage",
      () => ({ body: { results: [] } }),
      "malformed",
      /gave an unexpected answer, no scores/,
    ],
    [
      "a score is missing",
      "cohere",
      () => scores([0, 1]),
      "malformed",
      /gave an unexpected answer, 1 scores for 2 texts/,
    ],
    [
      "scores are too many",
      "cohere",
      () => scores([0, 1], [1, 1], [2, 1]),
      "malformed",
      /gave an unexpected answer, 3 scores for 2 texts/,
    ],
    [
      "a text has two scores",
      "cohere",
      () => scores([1, 1], [1, 0.5]),
      "malformed",
      /two scores for one text/,
    ],
    [
      "a text was never sent",
      "cohere",
      () => scores([0, 1], [2, 0.5]),
      "malformed",
      /a text it was not sent/,
    ],
    [
      "a place is before the first",
      "cohere",
      () => scores([0, 1], [-1, 0.5]),
      "malformed",
      /a text it was not sent/,
    ],
    [
      "a place lies between texts",
      "cohere",
      () => scores([0, 1], [0.5, 0.5]),
      "malformed",
      /a text it was not sent/,
    ],
    [
      "a place is no number",
      "cohere",
      () => scores([0, 1], ["1", 0.5]),
      "malformed",
      /a text it was not sent/,
    ],
    [
      "a score is nothing",
      "cohere",
      () => scores([0, 1], [1, null]),
      "malformed",
      /a score that is not a number/,
    ],
    [
      "a score is not finite",
      "cohere",
      () => ({
        body: '{"results": [{"index": 0, "relevance_score": 1e999}, {"index": 1, "relevance_score": 1}]}',
      }),
      "malformed",
      /a score that is not a number/,
    ],
  ])("when %s: %s", async (_, name, behave, reason, message) => {
    service.behave = behave;
    expect(await ask(open(name))).toEqual({
      kind: "failed",
      reason,
      message: expect.stringMatching(message),
    });
    expect(service.received).toHaveLength(1);
  });

  it("when nobody answers in time", async () => {
    service.behave = () => {
      setImmediate(() => time.expire());
      return "hang";
    };
    expect(await ask(open())).toMatchObject({
      kind: "failed",
      reason: "timeout",
      message: expect.stringContaining("no answer within 5 seconds"),
    });
    expect(time.waits).toEqual([]);
  });

  it("when nobody is there", async () => {
    const reranker = open();
    await service[Symbol.asyncDispose]();
    expect(await ask(reranker)).toMatchObject({
      kind: "failed",
      reason: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    service = await openFakeService();
  });
});

describe("the key", () => {
  const spellings = [
    KEY,
    encodeURIComponent(KEY),
    JSON.stringify(KEY).slice(1, -1),
    Buffer.from(KEY).toString("base64"),
  ];

  it.each([400, 401, 404, 413, 422, 429, 500])(
    "is in no part of the outcome, though the service repeats it with status %i",
    async (status) => {
      service.behave = ({ headers }) => ({
        status,
        body: {
          error: { message: `request with ${JSON.stringify(headers)} and ${spellings.join(" ")} failed` },
        },
      });
      for (const name of Object.keys(OPENED) as Name[]) {
        const reranker = open(name);
        const shown = [
          inspect(await ask(reranker), { depth: 10 }),
          inspect(reranker, { depth: 10, showHidden: true }),
        ].join();
        for (const spelling of spellings) expect(shown).not.toContain(spelling);
      }
    },
  );
});

describe("a service that failed", () => {
  it("is not asked again for a while, and then once more", async () => {
    service.behave = (_, count) => (count <= 2 ? { status: 500, body: "" } : null);
    const reranker = open();
    const kinds: string[] = [];
    for (const passMs of [0, 9_999, 1, 19_999, 1, 0]) {
      time.now += passMs;
      kinds.push((await ask(reranker)).kind);
    }
    expect(kinds).toEqual(["failed", "resting", "failed", "resting", "scored", "scored"]);
    expect(service.received).toHaveLength(4);
  });

  it("is asked by the next one again where the first to try did not wait for the answer", async () => {
    service.behave = (_, count) => (count === 1 ? { status: 500, body: "" } : count === 2 ? "hang" : null);
    const reranker = open();
    await ask(reranker);
    time.now += 10_000;
    const abort = new AbortController();
    const trying = reranker.rerank("where", ["one"], { signal: abort.signal });
    expect(await ask(reranker)).toEqual({ kind: "resting" });
    abort.abort();
    await expect(trying).rejects.toMatchObject({ code: "CANCELLED" });
    service.behave = () => null;
    expect(await ask(reranker)).toMatchObject({ kind: "scored" });
  });
});

it("ends at once when it is cancelled while nobody answers", async () => {
  const abort = new AbortController();
  service.behave = () => {
    setImmediate(() => abort.abort());
    return "hang";
  };
  await expect(open().rerank("where", ["one"], { signal: abort.signal })).rejects.toMatchObject({
    code: "CANCELLED",
  });
});
