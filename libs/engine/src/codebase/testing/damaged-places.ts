/** Indexed places for tests that corrupt the index file, and what must hold for them. */
import { join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { expect, onTestFinished } from "vitest";
import { openDatabase } from "../../sqlite/driver.ts";
import { type TestEngine, TestPlace } from "../../testing/engine.ts";

export const TEXTS = { "a.py": "def alpha(): pass\n", "src/b.py": "def beta(): pass\n" };
export const SEARCH = { query: "alpha" };
/** A call of every tool that reads an index. */
export const CALLS: readonly (readonly [ToolName, object])[] = [
  ["search_codebase", SEARCH],
  ["file_outline", { file: "a.py" }],
  ["call_graph", { symbol: "alpha" }],
  ["read_file", { open_symbol: "alpha" }],
  ["manage_index", { action: "sync" }],
];

/** An indexed place whose index file nobody has open, and that file. */
export async function newPlace(): Promise<{ place: TestPlace; path: string }> {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { index, codebase } = place.engine();
  await index();
  await codebase.close();
  return { place, path: join(codebase.folder, "index.db") };
}

/** Changes a byte in the middle of each text. */
export function damageText(path: string): void {
  const database = openDatabase(path);
  const [[generation] = []] = database.prepare("SELECT generation FROM run").all();
  for (const [id, text] of database
    .prepare(`SELECT file_id, text FROM content_${Number(generation)}`)
    .all()) {
    const bytes = Uint8Array.from(text as Uint8Array);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    database
      .prepare(`UPDATE content_${Number(generation)} SET text = ? WHERE file_id = ?`)
      .run(bytes, id ?? null);
  }
  database.close();
}

export const codeOf = (answer: object): string | undefined =>
  (answer as { error?: { code: string } }).error?.code;
export const waitUntilRebuilt = (engine: TestEngine): Promise<void> =>
  engine.engine.waitForRun(engine.codebase.root, "/");

/** The lines of a file are correct, whatever has happened to the index; only the outline may be missing. */
export async function expectLines({ call }: TestEngine, outlineStatus: unknown): Promise<void> {
  expect(await call("read_file", { path: "a.py" })).toMatchObject({ status: "ok", content: TEXTS["a.py"] });
  expect(await call("read_file", { path: "a.py", mode: "annotated" })).toMatchObject({
    status: "ok",
    content: TEXTS["a.py"],
    outlineStatus,
  });
}

/** The index answers completely. */
export async function expectSound(engine: TestEngine): Promise<void> {
  expect(await engine.codebase.view()).toMatchObject({ state: "indexed", failure: null });
  expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
    status: "ok",
    index: { files: 2, symbols: 2, lastFailure: null },
  });
  expect(await engine.call("search_codebase", SEARCH)).toMatchObject({
    status: "ok",
    results: [{ file: "a.py" }],
  });
  expect(await engine.call("file_outline", { file: "src/b.py" })).toMatchObject({
    status: "ok",
    outline: { symbols: [{ symbolLabel: "beta" }] },
  });
}
