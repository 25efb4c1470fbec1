/** Answers about files that are not UTF-8 say how they were read, and which were not. */
import { expect, it, onTestFinished } from "vitest";
import { type TestCodebase, openTree } from "../testing/codebase.ts";
import { writeFile } from "../testing/trees/tree.ts";

async function codebase(): Promise<TestCodebase> {
  const tree = openTree("//- ok.ts\nexport function calm() { return 1; }\n");
  onTestFinished(() => tree[Symbol.asyncDispose]());
  const write = (name: string, bytes: string | Buffer): void =>
    writeFile(`${tree.root}/${name}`, typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  write("cp1252.py", "# \x93quoted\x94\ndef euro_fn():\n    return 1\n");
  write(
    "stray.ts",
    Buffer.concat([
      Buffer.from("// grüße 日本\nexport function strayOne() { return '"),
      Buffer.from([0xff]),
      Buffer.from("'; }\n"),
    ]),
  );
  write("lost.py", "def lost():\n  \x81\x8d\x8f\x90\x9d\n");
  write("nul.ts", "export const nul = 1; // \0\n");
  write("picture.blob", "\0\x01");
  await tree.index();
  return tree;
}

it("outlines name the encoding unless it is UTF-8, and warn of invalid bytes", async () => {
  const { call, root } = await codebase();
  const outline = async (file: string): Promise<object> => {
    const answer = await call("file_outline", { path: root, file });
    if (answer.status !== "ok") throw new Error(answer.message);
    const { encoding, warnings, outline: symbols } = answer;
    return [
      encoding,
      warnings,
      symbols.symbols.map(({ symbolLabel, span }) => [symbolLabel, span.startLine]),
    ];
  };
  expect(await outline("ok.ts")).toEqual([undefined, undefined, [["calm", 1]]]);
  expect(await outline("cp1252.py")).toEqual(["windows-1252", undefined, [["euro_fn", 2]]]);
  expect(await outline("stray.ts")).toEqual(["utf-8-lossy", ["FILE_HAS_INVALID_BYTES"], [["strayOne", 2]]]);
});

it("searches name the files whose encoding is assumed, among those shown", async () => {
  const { search, call, root } = await codebase();
  const note = "Not UTF-8, encoding assumed to be Windows-1252: 1 file (cp1252.py).";
  expect((await search("euro_fn", { limit: 1 })).message).toBe(note);
  expect((await search("calm", { limit: 1 })).message).toBeUndefined();
  expect(await call("search_text", { path: root, query: "euro_fn", paths: ["cp1252.py"] })).toMatchObject({
    total: 1,
    message: note,
  });
});

it("texts that could not be read are reported, unlike binary files", async () => {
  const { search, call, root } = await codebase();
  const note = "Not searched: 1 binary (nul.ts); 1 in an unknown encoding (lost.py).";
  expect(await search("kafka rebalancing of consumers")).toMatchObject({
    message: expect.stringContaining(note),
    warnings: ["FILES_SKIPPED", "NO_CONFIDENT_MATCH"],
  });
  for (const query of ["calm", "absent", "größe"])
    expect(await call("search_text", { path: root, query })).toMatchObject({
      message: expect.stringContaining(note),
      warnings: ["FILES_SKIPPED"],
    });
});
