import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countWords } from "../../testing/count-words.ts";
import { storable } from "../../testing/store-content.ts";
import type { StorableFile } from "../store.ts";
import { versionKey } from "../version-key.ts";
import { ROW_KINDS, chunkTermsOf, encodeToken, fileRows, parseRowId } from "./file-rows.ts";

interface ChunkTexts {
  readonly body: string;
  readonly symbols: string;
  readonly doc: string;
}

const tokensOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");

async function fileOf(
  chunks: readonly ChunkTexts[],
  part: Partial<StorableFile> = {},
): Promise<StorableFile> {
  const [file] = await storable({ "src/a.ts": "alpha\n" });
  const words = countWords(
    chunks.map(({ body, symbols, doc }) => [body, symbols, "src a ts", doc].map(tokensOf)),
  );
  return { ...(file as StorableFile), words, vectors: null, ...part };
}

const token = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }).filter((text) => !/\s/.test(text)),
);
const words = fc.array(token, { maxLength: 20 }).map((tokens) => tokens.join(" "));

describe("a token", () => {
  test("becomes letters and digits, and no two become one", () => {
    fc.assert(
      fc.property(token, token, (left, right) => {
        expect(encodeToken(left)).toMatch(/^[a-z0-9]+$/);
        if (left !== right && !/^zq[0-9a-f]+$/.test(left + right))
          expect(encodeToken(left)).not.toBe(encodeToken(right));
      }),
    );
  });
});

describe("the rows of a file", () => {
  test("hold the tokens of each field", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ body: words, symbols: words, doc: words }), { minLength: 1, maxLength: 4 }),
        async (lexical) => {
          const file = await fileOf(lexical);
          const chunks = fileRows(file, "c_1", null).filter(({ kind }) => kind === ROW_KINDS.chunk);
          const encoded = (text: string): string[] => tokensOf(text).map(encodeToken).sort();
          expect(
            chunks.map(chunkTermsOf).map(({ body, symbols, path, doc }) => ({
              body: [...body].sort(),
              symbols: [...symbols].sort(),
              path: [...path].sort(),
              doc: [...doc].sort(),
            })),
          ).toEqual(
            lexical.map(({ body, symbols, doc }) => ({
              body: encoded(body),
              symbols: encoded(symbols),
              path: ["a", "src", "ts"],
              doc: encoded(doc),
            })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test("are its chunks, its own if these are several, and last its path's", async () => {
    const one = { body: "alpha", symbols: "", doc: "" };
    const parts = async (count: number): Promise<(number | string)[]> =>
      fileRows(await fileOf(Array.from({ length: count }, () => one)), "c_1", null).map(
        ({ id }) => parseRowId(id).part,
      );
    expect(await parts(0)).toEqual([]);
    expect(await parts(1)).toEqual([0, -2]);
    expect(await parts(3)).toEqual([0, 1, 2, -1, -2]);
    const file = await fileOf([one]);
    expect(parseRowId(fileRows(file, "c_1", null)[0]?.id ?? "")).toEqual({
      version: versionKey(file),
      part: 0,
    });
  });

  test("are no larger than Milvus takes them, and are cut between words and letters", async () => {
    const long = "ä".repeat(40);
    const many = Array.from({ length: 4_000 }, (_, at) => `${long}${at}`).join(" ");
    for (const lexical of [
      { body: many, symbols: many, doc: many },
      { body: "x".repeat(200_000), symbols: "y".repeat(200_000), doc: "ü".repeat(100_000) },
    ]) {
      const [row] = fileRows(await fileOf([lexical], { path: `${"ö".repeat(3_000)}.ts` }), "c_1", null);
      for (const [text, limit] of [
        [row?.terms, 65_535],
        [row?.doc, 65_535],
        [row?.path, 4_096],
      ] as const) {
        expect(Buffer.byteLength(text ?? "")).toBeLessThanOrEqual(limit);
        expect(text).not.toMatch(/\ufffd/);
      }
      const whole = new Set(
        [lexical.body, lexical.symbols].flatMap((text) => text.split(" ").map(encodeToken)),
      );
      const { body, symbols, path } = chunkTermsOf(row ?? { terms: "", parts: "", doc: "" });
      expect([...path].sort()).toEqual(["a", "src", "ts"]);
      if (lexical.body === many) expect([...body, ...symbols].filter((word) => !whole.has(word))).toEqual([]);
    }
  });

  test("have the vectors of what they are of", async () => {
    const [file] = await storable({ "src/a.ts": "alpha\n" });
    const rows = fileRows(file as StorableFile, "c_1", 8);
    const { values, scales } = (file as StorableFile).vectors ?? {
      values: new Int8Array(),
      scales: new Float32Array(),
    };
    const vector = (at: number): number[] =>
      Array.from(values.subarray(at * 8, at * 8 + 8), (value) => value * (scales[at] as number));
    expect(rows.map(({ dense }) => dense)).toEqual([vector(1), vector(0)]);
    expect(fileRows({ ...(file as StorableFile), vectors: null }, "c_1", 8)[0]?.dense).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });
});
