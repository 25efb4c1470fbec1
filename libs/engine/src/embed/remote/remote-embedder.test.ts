/** Tests what all services share: batches, retries, texts that are too long, and cancellation. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../secret.ts";
import { type FakeService, TestTime, openFakeService } from "../../testing/fakes/fake-service.ts";
import type { EmbedEvent } from "../embedder.ts";
import { openaiProvider } from "./providers.ts";
import type { Provider, ServiceLimits } from "./provider.ts";
import { RemoteEmbedder } from "./remote-embedder.ts";

let service: FakeService;
let time: TestTime;
beforeEach(async () => {
  service = await openFakeService();
  time = new TestTime();
});
afterEach(() => service[Symbol.asyncDispose]());

function open(limits: Partial<ServiceLimits> = {}): RemoteEmbedder {
  const provider = openaiProvider({ model: "m", key: new Secret("sk-test"), url: service.url });
  const given: Provider = {
    ...provider,
    limits: { texts: 8, tokens: 100_000, tokensPerText: 1_000, requests: 1, ...limits },
  };
  return new RemoteEmbedder(given, time);
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `text${at}`);
const sizes = (): number[] => service.received.map(({ texts }) => texts.length);
const tooLarge = (message: string) => ({ status: 400, body: { error: { message } } });

describe("batches", () => {
  it("hold as many texts and tokens as the service takes, and the vectors keep the order of the texts", async () => {
    const vectors = await open().embedPaths(numbered(20));
    expect(sizes()).toEqual([8, 8, 4]);
    expect(vectors).toEqual(await Promise.all(numbered(20).map((text) => open().embedQuery(text))));
    service.received.splice(0);
    await open({ tokens: 7 }).embedPaths([
      "abcdef",
      "abcdef",
      "abcdef",
      "abcdefabcdefabcdefabcdefabcdef",
      "abcdef",
    ]);
    expect(service.received.map(({ texts }) => texts.map(({ length }) => length))).toEqual([
      [6, 6, 6],
      [30],
      [6],
    ]);
  });

  it("that are refused as too large are halved, and the smaller size is remembered", async () => {
    service.behave = ({ texts }) => (texts.length > 3 ? tooLarge("batch size is too large") : null);
    const embedder = open();
    const vectors = await embedder.embedPaths(numbered(10));
    expect(vectors).toEqual(await Promise.all(numbered(10).map((text) => open().embedQuery(text))));
    expect(sizes().slice(0, 4)).toEqual([8, 4, 2, 2]);
    service.received.splice(0);
    await embedder.embedPaths(numbered(6));
    expect(sizes()).toEqual([2, 2, 2]);
  });

  it("that are refused without a reason are halved too; a single text is not", async () => {
    service.behave = ({ texts }) =>
      texts.some((text) => text === "text5") ? { status: 400, body: { error: "no" } } : null;
    await expect(open().embedPaths(numbered(8))).rejects.toMatchObject({
      code: "EMBEDDER_FAILED",
      message: expect.stringContaining("400: no"),
    });
    expect(sizes()).toEqual([8, 4, 4, 2, 1, 1]);
    expect(service.received.at(-1)?.texts).toEqual(["text5"]);
  });

  it(
    "that go back as too large when all others are done, and the service wants fewer at a time, are " +
      "embedded all the same",
    async () => {
      let refusals = 0;
      service.behave = ({ texts }) => {
        if (!texts.includes("text4")) return null;
        if (refusals++ === 0) return { status: 429, body: {} };
        return texts.length > 2 ? tooLarge("batch size") : null;
      };
      const vectors = await open({ texts: 4, requests: 2 }).embedPaths(numbered(8));
      expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual(
        Array.from({ length: 8 }, () => 1),
      );
    },
  );

  it("go out several at a time, and what has come is told whatever becomes of the rest", async () => {
    service.behave = ({ texts }) => (texts.includes("text9") ? { status: 401, body: {} } : null);
    const kept = new Set<number>();
    const work = open({ texts: 2, requests: 3 }).embedPaths(numbered(12), {
      onVectors: async (vectors) => vectors.forEach((_, at) => kept.add(at)),
    });
    await expect(work).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    expect([...kept].sort((left, right) => left - right).slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(kept.has(9)).toBe(false);
  });

  it("are asked for no more after a failure, not even in the parts of one that was too large", async () => {
    let asked = 0;
    // By its second attempt, the other request has failed.
    const slowly: FakeService["behave"] = () =>
      asked++ === 0 ? { status: 503, body: "" } : tooLarge("batch size");
    service.behave = (received, count) =>
      received.texts.includes("text4") ? slowly(received, count) : { status: 401, body: {} };
    await expect(open({ texts: 4, requests: 2 }).embedPaths(numbered(8))).rejects.toMatchObject({
      message: expect.stringContaining("rejects the key"),
    });
    expect(sizes()).toEqual([4, 4, 4]);
  });
});

describe("a text that is longer than the model takes", () => {
  it("is cut to whole characters before it is sent, and that is told", async () => {
    const events: EmbedEvent[] = [];
    await open({ tokensPerText: 4 }).embedPaths(["é".repeat(50), "short"], {
      onEvent: (event) => void events.push(event),
    });
    expect(service.received[0]?.texts).toEqual(["é".repeat(6), "short"]);
    expect(events).toEqual([
      { kind: "asking", timeoutMs: 120_000 },
      { kind: "truncated", texts: 1 },
      { kind: "embedded", texts: 2 },
    ]);
  });

  it("is cut when the service says so, and the length is remembered", async () => {
    service.behave = ({ texts }) =>
      texts.some(({ length }) => length > 100)
        ? tooLarge("input length exceeds maximum context length")
        : null;
    const events: EmbedEvent[] = [];
    const embedder = open();
    await embedder.embedPaths(["a".repeat(300), "short", "b".repeat(300)], {
      onEvent: (event) => void events.push(event),
    });
    expect(
      events
        .filter(({ kind }) => kind === "truncated")
        .reduce((sum, event) => sum + ("texts" in event ? event.texts : 0), 0),
    ).toBe(2);
    service.received.splice(0);
    await embedder.embedPaths(["c".repeat(300), "short", "short"]);
    expect(service.received.map(({ texts }) => texts.map(({ length }) => length))).toEqual([[75, 5, 5]]);
  });

  it("fails when not even its beginning is taken", async () => {
    service.behave = () => tooLarge("too long");
    await expect(open().embedPaths(["a".repeat(300)])).rejects.toMatchObject({
      message: expect.stringContaining("rejects even the smallest request"),
    });
  });
});

describe("a service that fails for a moment", () => {
  it.each<[string, () => ReturnType<FakeService["behave"]>]>([
    ["that answers that it cannot", () => ({ status: 503, body: "busy" })],
    ["whose connection breaks", () => "break"],
  ])("%s is asked again, after waits that double", async (_, behave) => {
    service.behave = (_received, count) => (count <= 3 ? behave() : null);
    expect(await open().embedPaths(["a"])).toHaveLength(1);
    expect(time.waits).toEqual([250, 500, 1_000]);
  });

  it("is asked five times for documents, and twice for a question", async () => {
    service.behave = () => ({ status: 500, body: "" });
    await expect(open().embedPaths(["a"])).rejects.toMatchObject({
      message: expect.stringContaining("cannot answer right now"),
    });
    expect(service.received).toHaveLength(5);
    await expect(open().embedQuery("a")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    expect(service.received).toHaveLength(7);
  });

  it(
    "gets the rest that it asks for, before anything else is sent, and fewer requests at a time from " +
      "then on",
    async () => {
      let running = 0;
      let most = 0;
      const events: EmbedEvent[] = [];
      service.behave = (_, count) =>
        count === 1 ? { status: 429, headers: { "retry-after": "7" }, body: {} } : null;
      const embedder = open({ texts: 1, requests: 4 });
      await embedder.embedPaths(["first"], { onEvent: (event) => void events.push(event) });
      expect(time.waits).toEqual([7_000]);
      const asking = { kind: "asking", timeoutMs: 120_000 };
      expect(events).toEqual([
        asking,
        { kind: "waiting", waitMs: 7_000, reason: "rate_limited" },
        asking,
        { kind: "embedded", texts: 1 },
      ]);
      // Parallel requests are counted at the service, where their number is visible.
      service.behave = () => {
        most = Math.max(most, ++running);
        setImmediate(() => running--);
        return null;
      };
      await embedder.embedPaths(numbered(12));
      expect(most).toBeLessThanOrEqual(2);
    },
  );

  it("keeps a question waiting no longer than questions wait, whatever rest it asked of documents", async () => {
    service.behave = (_, count) =>
      count === 1 ? { status: 429, headers: { "retry-after": "100" }, body: {} } : null;
    const embedder = open();
    const asked: Promise<unknown>[] = [];
    await embedder.embedPaths(["a"], {
      onEvent: ({ kind }) =>
        void (kind === "waiting" && asked.push(embedder.embedQuery("b").catch((error: unknown) => error))),
    });
    expect(await Promise.all(asked)).toMatchObject([
      {
        code: "EMBEDDER_FAILED",
        retryAfterMs: 100_000,
        message: expect.stringContaining("asked for a pause of 100 s"),
      },
    ]);
    expect(time.waits).toEqual([100_000]);
    expect(await embedder.embedQuery("b")).toHaveLength(12);
  });

  it("rests no longer than it asked for where the clock is set back", async () => {
    service.behave = (_, count) =>
      count === 1 ? { status: 429, headers: { "retry-after": "7" }, body: {} } : null;
    const onEvent = ({ kind }: EmbedEvent): void => void (kind === "waiting" && (time.now -= 3_600_000));
    await open().embedPaths(["a"], { onEvent });
    expect(time.waits).toEqual([7_000]);
  });

  it("is given up when it asks for more patience than we have", async () => {
    service.behave = () => ({ status: 429, headers: { "retry-after": "3600" }, body: {} });
    await expect(open().embedPaths(["a"])).rejects.toMatchObject({
      code: "EMBEDDER_FAILED",
      retryAfterMs: 3_600_000,
    });
    expect([service.received.length, time.waits]).toEqual([1, []]);
  });
});

describe("a request", () => {
  it("without an answer in time is given up, and made again", async () => {
    service.behave = (_, count) => {
      if (count > 1) return null;
      setImmediate(() => time.expire());
      return "hang";
    };
    expect(await open().embedPaths(["a"])).toHaveLength(1);
    expect(time.waits).toEqual([250]);
  });

  it.each(["while nobody answers", "during a wait", "before it begins"])(
    "ends at once when it is cancelled %s",
    async (when) => {
      const abort = new AbortController();
      const cancel = (): void => void setImmediate(() => abort.abort());
      if (when === "before it begins") abort.abort();
      time.isFrozen = true;
      service.behave = () => {
        if (when === "while nobody answers") cancel();
        return when === "during a wait" ? { status: 503, body: "" } : "hang";
      };
      const onEvent = ({ kind }: EmbedEvent): void => void (kind === "waiting" && cancel());
      await expect(open().embedPaths(["a"], { signal: abort.signal, onEvent })).rejects.toMatchObject({
        code: "CANCELLED",
      });
      expect(service.received).toHaveLength(when === "before it begins" ? 0 : 1);
    },
  );
});
