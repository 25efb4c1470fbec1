import { describe, expect, it } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { PreparedFile } from "../model/indexed-file.ts";
import { embedFiles } from "./embed-files.ts";
import { prepareFile } from "../prepare/prepare-file.ts";

/** A file of many chunks, and one of a single one. */
async function preparedFiles(): Promise<PreparedFile[]> {
  const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at} of many`).join("\n");
  const outcomes = await Promise.all(
    [
      ["large.txt", lines],
      ["small.txt", "words"],
    ].map(([path = "", text = ""]) => prepareFile(path, Buffer.from(text), { mode: "parsed" })),
  );
  return outcomes.filter((outcome) => outcome.kind === "indexed");
}

/** Records the number of texts per request. */
class CountingEmbedder extends FakeEmbedder {
  readonly requests: number[] = [];
  onRequest: () => void = () => undefined;

  override embedDocuments(
    ...[documents]: Parameters<FakeEmbedder["embedDocuments"]>
  ): ReturnType<FakeEmbedder["embedDocuments"]> {
    this.requests.push(documents.length);
    this.onRequest();
    return super.embedDocuments(documents);
  }
}

describe("many texts", () => {
  it("are asked for in turns, of each of which is heard, with the outcome that one would have", async () => {
    const files = await preparedFiles();
    const texts = files.flatMap(({ chunkTexts }) => chunkTexts);
    const { embedTexts } = ENGINE_LIMITS;
    const turns = Math.ceil(texts.length / embedTexts);
    expect(turns).toBeGreaterThan(2);
    const embedder = new CountingEmbedder();
    const heard: number[] = [];
    const embedded = await embedFiles(files, embedder, 1, {
      onEmbedded: (chunks) => void heard.push(chunks),
    });
    expect([embedder.requests.slice(0, -1), heard]).toEqual([
      Array.from({ length: turns - 1 }, () => embedTexts),
      Array.from({ length: turns }, (_, turn) => Math.min((turn + 1) * embedTexts, texts.length)),
    ]);
    expect(embedder.embedded).toEqual(texts);
    const alone = await Promise.all(files.map((file) => embedFiles([file], new FakeEmbedder(), 1)));
    expect(embedded).toEqual(alone.flat());
  });

  it("are no longer asked for when the run is cancelled", async () => {
    const embedder = new CountingEmbedder();
    const abort = new AbortController();
    embedder.onRequest = () => abort.abort();
    await expect(
      embedFiles(await preparedFiles(), embedder, 1, { signal: abort.signal }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect(embedder.requests).toHaveLength(1);
  });
});
