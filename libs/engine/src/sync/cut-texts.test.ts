/** Texts that are longer than the embedder accepts are cut, and every answer affected by this says so. */
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { ollamaProvider } from "../embed/remote/providers.ts";
import { RemoteEmbedder } from "../embed/remote/remote-embedder.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { type FakeService, TestTime, openFakeService } from "../testing/fakes/fake-service.ts";

let service: FakeService;
beforeAll(async () => void (service = await openFakeService()));
afterAll(() => service[Symbol.asyncDispose]());

const LONG = "alpha beta gamma delta ".repeat(8);

/** An index of one short text, with an embedder that accepts about 60 letters. */
async function indexed(text = "alpha"): Promise<TestEngine & { readonly place: TestPlace }> {
  const place = new TestPlace({ "a.txt": text });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const provider = ollamaProvider({ model: "m", url: service.url });
  const engine = place.engine({
    embedder: new RemoteEmbedder(
      { ...provider, limits: { ...provider.limits, tokensPerText: 20 } },
      new TestTime(),
    ),
  });
  await engine.index();
  return Object.assign(engine, { place });
}

async function warningsOf(
  answer: Promise<{ readonly status: string; readonly warnings?: readonly string[] }>,
): Promise<readonly string[]> {
  const { status, warnings = [] } = await answer;
  expect(status).toBe("ok");
  return warnings;
}

it("is not said where nothing was cut", async () => {
  const engine = await indexed();
  expect(await warningsOf(engine.call("manage_index", { action: "status" }))).toEqual([]);
  expect(await warningsOf(engine.call("search_codebase", { query: "alpha" }))).not.toContain(
    "EMBEDDING_INPUT_TRUNCATED",
  );
});

it("is said by the status of an index that was made of such texts", async () => {
  const engine = await indexed(LONG);
  expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
    warnings: ["EMBEDDING_INPUT_TRUNCATED"],
    index: { embedding: { fromCache: 0, embedded: 2, truncated: 1 } },
  });
});

it("is said by a sync that brings such a text in, and by that one alone", async () => {
  const engine = await indexed();
  engine.place.tree.write("b.txt", LONG);
  expect(await warningsOf(engine.call("manage_index", { action: "sync" }))).toEqual([
    "EMBEDDING_INPUT_TRUNCATED",
  ]);
  expect(await warningsOf(engine.call("manage_index", { action: "sync" }))).toEqual([]);
});

it("is said by the answer to such a question", async () => {
  const engine = await indexed();
  expect(await warningsOf(engine.call("search_codebase", { query: LONG }))).toContain(
    "EMBEDDING_INPUT_TRUNCATED",
  );
});
