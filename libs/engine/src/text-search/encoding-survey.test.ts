/** Real ripgrep in files that are not UTF-8: each is searched as its text, or reported. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import "../testing/trees/no-git-settings.ts";
import { decode } from "../contents/decode.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { mayMatchNonAscii } from "./encodings.ts";
import { found } from "./testing/found.ts";
import type { TextSearch } from "./types.ts";

/** A tree of files with these bytes, given as Latin-1. */
function treeOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  for (const [path, bytes] of Object.entries(files))
    writeFile(join(folder.path, path), typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  return folder.path;
}

const QUOTES = "# \x93quoted\x94 price: 5 \x80\ndef euro_fn():\n    return 1\n";
const STRAY = Buffer.concat([
  Buffer.from("// grüße 日本\nexport function strayOne() { return '"),
  Buffer.from([0xff]),
  Buffer.from("'; }\n"),
]);
const UNKNOWN = "def lost():\n  \x81\x8d\x8f\x90\x9d\x01\x02\xe9\n";
const WIDE = Buffer.from("export const wide = 1;\n", "utf16le");

async function places(root: string, query: string, search: Partial<TextSearch> = {}): Promise<string[]> {
  return (await found(root, query, search)).matches.map(
    ({ path, line, column, text }) => `${path}:${line}:${column}: ${text}`,
  );
}

async function unsearched(root: string, query: string, search: Partial<TextSearch> = {}): Promise<string[]> {
  return (await found(root, query, search)).unsearched.map(({ path, cause }) => `${path} ${cause}`);
}

describe("a file in Windows-1252", () => {
  it("is searched as its text, with columns in it", async () => {
    const root = treeOf({ "a/cp1252.py": QUOTES, "b.py": Buffer.from("# “quoted” too\n") });
    expect(await places(root, "euro_fn")).toEqual(["a/cp1252.py:2:5: def euro_fn():"]);
    expect(await places(root, "“quoted”")).toEqual([
      "a/cp1252.py:1:3: # “quoted” price: 5 €",
      "b.py:1:3: # “quoted” too",
    ]);
    expect(await places(root, "price: . €", { isRegex: true })).toEqual([
      "a/cp1252.py:1:12: # “quoted” price: 5 €",
    ]);
    expect(await places(root, "quoted. price: \\d", { isRegex: true })).toEqual([
      "a/cp1252.py:1:4: # “quoted” price: 5 €",
    ]);
    expect(await places(root, "price")).toEqual(["a/cp1252.py:1:12: # “quoted” price: 5 €"]);
    expect((await found(root, "euro_fn")).unsearched).toEqual([]);
  });

  it("is named where the query has characters that it may have in another encoding", async () => {
    const root = treeOf({ "a.py": QUOTES, "b.py": "x = 1\n" });
    expect(await found(root, "日本")).toMatchObject({ total: 0, guessed: ["a.py"] });
    expect(await found(root, "absent")).toMatchObject({ total: 0, guessed: [] });
    expect(await found(root, "euro_fn")).toMatchObject({ total: 1, guessed: ["a.py"] });
    expect(await found(root, "日本", { include: ["b.*"] })).toMatchObject({ guessed: [] });
  });

  it("is found in order among others, also where there are too many matches to count", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`f${at}/a.txt`, Buffer.from("línea\n".repeat(100))]),
    );
    const root = treeOf({ ...files, "f1/0.txt": "l\xednea\n", "f9/z.txt": "l\xednea\n" });
    const first = await found(root, "línea", { maxResults: 150 });
    expect([first.total, first.matches.length]).toEqual([2_001, 150]);
    expect(first.matches.slice(99, 102).map(({ path, line }) => `${path}:${line}`)).toEqual([
      "f0/a.txt:100",
      "f1/0.txt:1",
      "f1/a.txt:1",
    ]);
  });

  it("is found however many there are", async () => {
    const long = "x".repeat(150);
    const names = Array.from({ length: 600 }, (_, at) => `${long}/${String(at).padStart(3, "0")}.txt`);
    const root = treeOf(Object.fromEntries(names.map((name) => [name, "caf\xe9\n"])));
    expect((await found(root, "café", { maxResults: 1_000 })).matches.map(({ path }) => path)).toEqual(names);
  });
});

describe("a file in UTF-8 with stray bytes", () => {
  it("is searched as its text, with U+FFFD for each of them", async () => {
    const root = treeOf({ "stray.ts": STRAY });
    const line = "export function strayOne() { return '\ufffd'; }";
    expect(await places(root, "strayOne")).toEqual([`stray.ts:2:17: ${line}`]);
    expect(await places(root, "日本")).toEqual(["stray.ts:1:10: // grüße 日本"]);
    expect(await places(root, "return '.'", { isRegex: true })).toEqual([`stray.ts:2:30: ${line}`]);
    expect(await places(root, "gr\\w+e", { isRegex: true })).toEqual(["stray.ts:1:4: // grüße 日本"]);
  });
});

describe("a file whose text is unknown", () => {
  it("is reported, and so is a text with a NUL and UTF-16 without a mark", async () => {
    const root = treeOf({
      "lost.py": UNKNOWN,
      "nul.ts": "export const nul = 1; // \0\n",
      "wide.strings": WIDE,
      "deep/odd.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("abc")]),
      "data.blob": "\0\x01\x02program",
      "ok.ts": "export const ok = 1;\n",
    });
    const all = ["deep/odd.txt encoding", "lost.py encoding", "nul.ts binary", "wide.strings binary"];
    expect(await unsearched(root, "absent")).toEqual(all);
    expect(await unsearched(root, "ok")).toEqual(all);
    expect(await unsearched(root, "é")).toEqual(all);
    expect(await unsearched(root, "o.", { isRegex: true })).toEqual(all);
    expect(await unsearched(root, "ok", { include: ["*.ts"] })).toEqual(["nul.ts binary"]);
    expect(await unsearched(root, "ok", { exclude: ["deep/", "*.ts"] })).toEqual(
      all.filter((_, at) => at % 2 === 1),
    );
    expect(await unsearched(root, "ok", { within: ["deep"] })).toEqual(["deep/odd.txt encoding"]);
    expect(await unsearched(root, "ok", { accepts: (path) => path.endsWith(".py") })).toEqual([
      "lost.py encoding",
    ]);
  });

  it("is not reported where it is ignored, or text after all", async () => {
    const root = treeOf({
      ".gitignore": "out/\n",
      "out/lost.py": UNKNOWN,
      "far.txt": `${"a".repeat(9_000)}\0\n`,
      "marked.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("größe\n", "utf16le")]),
      "bom.txt": Buffer.from("\ufeffgröße\n"),
    });
    expect(await found(root, "größe")).toMatchObject({ total: 2, unsearched: [], guessed: [] });
  });
});

it("a file that is not UTF-8 is always noticed", async () => {
  const bytes = fc
    .array(
      fc.constantFrom(
        0x0a,
        0x41,
        0x41,
        0x80,
        0x8f,
        0x90,
        0x9f,
        0xa0,
        0xbf,
        0xc1,
        0xc2,
        0xdf,
        0xe0,
        0xed,
        0xef,
        0xf0,
        0xf4,
        0xf5,
      ),
      { maxLength: 8 },
    )
    .map((values) => Buffer.from(values));
  const samples = fc.sample(bytes, { seed: 20_261_129, numRuns: 400 });
  const root = treeOf(
    Object.fromEntries(
      samples.map((sample, at) => [`f${at}.txt`, Buffer.concat([sample, Buffer.from("Bx")])]),
    ),
  );
  const { matches, unsearched: reported } = await found(root, ".*B", { isRegex: true, maxResults: 1_000 });
  const texts = new Map(matches.map(({ path, text }) => [path, text]));
  for (const [at, sample] of samples.entries()) {
    const decoded = decode(Buffer.concat([sample, Buffer.from("Bx")]));
    const path = `f${at}.txt`;
    if (decoded.kind === "text")
      expect([path, texts.get(path)]).toEqual([path, decoded.text.slice(decoded.text.lastIndexOf("\n") + 1)]);
    else expect(reported.some((each) => each.path === path)).toBe(true);
  }
});

it.each([
  ["foo", false, false],
  ["a.b(c)", false, false],
  ["foo\\.bar\\(", true, false],
  ["[A-Z_]+\\d{2}", true, false],
  ["é", false, true],
  ["a.b", true, true],
  ["\\w+", true, true],
  ["[^a]", true, true],
  ["[a&&[^b]]", true, true],
  ["\\bfoo\\b", true, true],
  ["\\x{e9}", true, true],
  ["\\\\w", true, false],
] as const)("%j as an expression (%s) may match text outside ASCII: %s", (query, isRegex, expected) =>
  expect(mayMatchNonAscii({ query, isRegex })).toBe(expected),
);
