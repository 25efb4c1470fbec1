/** Outlines that are larger than their file, or than an answer may be. */
import { type FileOutlineInput, type FileOutlineOutput, LIMITS } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { labelsOf, outlineIn, symbolsOf } from "./testing/outlines.ts";

describe("a file that is shorter than its outline", () => {
  const COUNT = 300;
  const constants = Array.from({ length: COUNT }, (_, at) => `export const C${at} = ${at};\n`).join("");
  const documented = Array.from(
    { length: 22 },
    (_, at) =>
      `/** Gives the number of the parcel that came as number ${at} today. */\nexport const ` +
      `parcel${at} = (): number => ${at};\n`,
  ).join("");
  let short: TestCodebase;
  beforeAll(async () => {
    short = await indexedTree(
      `\n//- constants.ts\n${constants}//- documented.ts\n${documented}//- ` +
        `few.ts\n${constants.split("\n", 5).join("\n")}\n`,
    );
  });
  afterAll(() => short[Symbol.asyncDispose]());
  const bytesOf = (answer: FileOutlineOutput): number => Buffer.byteLength(JSON.stringify(symbolsOf(answer)));

  it("shows as many of its symbols as make no more bytes than it has, and the call for all", async () => {
    const answer = await outlineIn(short, "constants.ts");
    expect(answer).toMatchObject({
      status: "ok",
      hasMore: true,
      warnings: ["OUTPUT_TRUNCATED"],
      message: expect.stringMatching(
        /^\d+ of 300 symbols are listed, to keep the outline short; pass limitSymbols to get all\.$/,
      ),
      hints: {
        fileOutline: {
          tool: "file_outline",
          args: { path: short.root, file: "constants.ts", limitSymbols: 500 },
        },
      },
    });
    expect(bytesOf(answer)).toBeLessThanOrEqual(constants.length);
    expect(labelsOf(answer)).toEqual(Array.from({ length: labelsOf(answer).length }, (_, at) => `C${at}`));
    expect(labelsOf(answer).length).toBeGreaterThan(20);
  });

  it("shows them all to whoever says how many are wanted", async () => {
    const first = await outlineIn(short, "constants.ts", { start_line: 2 });
    const whole = await short.call(
      "file_outline",
      first.status === "ok" ? (first.hints?.fileOutline?.args ?? {}) : {},
    );
    expect(whole).toMatchObject({ status: "ok", hasMore: false });
    expect(whole).not.toHaveProperty("warnings");
    expect(labelsOf(whole)).toHaveLength(COUNT - 1);
    expect(symbolsOf(whole)[0]).toMatchObject({ symbolLabel: "C1", signature: expect.any(String) });
  });

  it("goes without docs and signatures before it goes without symbols", async () => {
    const answer = await outlineIn(short, "documented.ts");
    expect(answer).toMatchObject({
      status: "ok",
      hasMore: false,
      warnings: ["OUTPUT_TRUNCATED"],
      message:
        "Some signatures or docs are omitted, to keep the outline short; pass limitSymbols to get all.",
      hints: { fileOutline: { args: { limitSymbols: 500 } } },
    });
    expect(labelsOf(answer)).toHaveLength(22);
    expect(bytesOf(answer)).toBeLessThanOrEqual(Math.max(4_096, documented.length));
  });

  it("is outlined whole where that is little all the same", async () => {
    const answer = await outlineIn(short, "few.ts");
    expect(answer).toMatchObject({ status: "ok", hasMore: false });
    expect(answer).not.toHaveProperty("warnings");
    expect(labelsOf(answer)).toHaveLength(5);
  });
});

describe("a file whose outline is more than clients let through", () => {
  const COUNT = 450;
  const long = Array.from(
    { length: COUNT },
    (_, at) =>
      `export function parcelThatHasComeToTheOfficeAsNumber${at}(sender: string, weight: number): ` +
      `string {\n  // ${"It is told by its number. ".repeat(12)}\n  return sender + weight;\n}\n`,
  ).join("");
  let large: TestCodebase;
  beforeAll(async () => {
    large = await indexedTree(
      `\n//- long.ts\n${long}\n//- ` +
        `one.ts\n${long.replaceAll("// ", "/* ").replaceAll(". \n", ". */ ").replaceAll("\n", " ")}\n`,
    );
  });
  afterAll(() => large[Symbol.asyncDispose]());

  it("is outlined in parts, each of which names the next one", async () => {
    const seen: string[] = [];
    let calls = 0;
    for (
      let args: unknown = { path: large.root, file: "long.ts" };
      args !== undefined && calls < 9;
      calls++
    ) {
      const answer = await large.call("file_outline", args as FileOutlineInput);
      expect(Buffer.byteLength(JSON.stringify(symbolsOf(answer)))).toBeLessThanOrEqual(LIMITS.answerMaxBytes);
      seen.push(...labelsOf(answer));
      const isCut = answer.status === "ok" && answer.hasMore;
      if (isCut)
        expect(answer).toMatchObject({
          warnings: ["OUTPUT_TRUNCATED"],
          message: expect.stringMatching(
            /^\d+ of \d+ symbols are listed, to keep the outline short; request the file's lines in parts, or pass limitSymbols to get all\.$/,
          ),
        });
      args = isCut ? answer.hints?.fileOutline?.args : undefined;
    }
    expect(calls).toBeGreaterThan(1);
    expect(seen).toEqual(
      Array.from({ length: COUNT }, (_, at) => `parcelThatHasComeToTheOfficeAsNumber${at}`),
    );
  });

  it("is not asked for by its lines where they would give the same again", async () => {
    const answer = await outlineIn(large, "one.ts");
    expect(answer).toMatchObject({ status: "ok", hasMore: true, warnings: ["OUTPUT_TRUNCATED"] });
    expect(answer.hints).toHaveProperty("fileOutline.args", {
      path: large.root,
      file: "one.ts",
      limitSymbols: 500,
    });
  });

  it("is outlined whole for whoever says how many symbols are wanted", async () => {
    const answer = await outlineIn(large, "long.ts", { limitSymbols: COUNT });
    expect(answer).toMatchObject({ status: "ok", hasMore: false });
    expect(labelsOf(answer)).toHaveLength(COUNT);
  });
});
