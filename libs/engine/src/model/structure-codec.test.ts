import { readFileSync, readdirSync } from "node:fs";
import { analyze } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { decodeChunks, decodeSymbols, encodeChunks, encodeSymbols } from "./structure-codec.ts";

const FOLDERS = ["../", "../../../sidecar/src/", "../../../../docs/reference/"];
const files = FOLDERS.flatMap((folder) => {
  const url = new URL(folder, import.meta.url);
  return readdirSync(url)
    .filter((name) => /\.(?:ts|md)$/.test(name))
    .map((name) => [name, readFileSync(new URL(name, url), "utf8")] as const);
});

describe("structure codec", () => {
  it.each(files)("gives back what it was given: %s", async (name, text) => {
    const { chunks, symbols } = await analyze(name, text);
    expect(decodeSymbols(encodeSymbols(symbols), name)).toEqual(symbols);
    expect(decodeChunks(encodeChunks(chunks), text)).toEqual(chunks);
  });

  it("keeps qualified names of symbols that stand outside what qualifies them", async () => {
    const source = "package p\n\nfunc (s *Server) Stop() {\n}\n\nfunc free() {}\n";
    const { symbols } = await analyze("p/server.go", source);
    expect(symbols.map(({ label }) => label)).toContain("Server.Stop");
    expect(decodeSymbols(encodeSymbols(symbols), "p/server.go")).toEqual(symbols);
  });

  it("keeps those of fields that a constructor declares, and of what nests so deep that its label is cut", async () => {
    const deep =
      `${Array.from({ length: 60 }, (_, at) => `namespace outerNamespace${at} { `).join("")}const inner ` +
      `= 1;${" }".repeat(60)}\n`;
    for (const [path, text] of [
      ["a.ts", "class Pool {\n  constructor(readonly size: number) {}\n}\n"],
      ["deep.ts", deep],
      ["A.kt", "class Pool(val size: Int)\n"],
    ] as const) {
      const { symbols } = await analyze(path, text);
      expect(decodeSymbols(encodeSymbols(symbols), path)).toEqual(symbols);
    }
    expect(
      (await analyze("a.ts", "class Pool {\n  constructor(readonly size: number) {}\n}\n")).symbols.map(
        ({ label }) => label,
      ),
    ).toContain("Pool.size");
  });

  it("keeps which symbols were found after a mistake", async () => {
    const { symbols } = await analyze(
      "a.kt",
      "class A {\n  fun one() {\n    @@@ ???\n  }\n}\nfun two() = 2\n",
    );
    expect(symbols.some((symbol) => symbol.isRecovered)).toBe(true);
    expect(decodeSymbols(encodeSymbols(symbols), "a.kt")).toEqual(symbols);
  });

  it("knows files without chunks and symbols", () => {
    expect(decodeChunks(encodeChunks([]), "")).toEqual([]);
    expect(decodeSymbols(encodeSymbols([]), "a")).toEqual([]);
  });
});
