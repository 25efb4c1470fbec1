import { describe, expect, it } from "vitest";
import { type FilePart, type ReadSoFar, readUntil, withPart } from "./read-until.ts";

/** `1-2/4:text`: lines 1 to 2 of 4. */
function part(text: string, more: Partial<FilePart> = {}): FilePart {
  const [, startLine, endLine, totalLines, content] = /^(\d+)-(\d+)\/(\d+):(.*)$/s.exec(text) ?? [];
  const hints = {
    continue: { tool: "read_file", args: { path: "/a", start_line: Number(endLine) + 1 } },
  } as const;
  return {
    tool: "read_file",
    version: 1,
    status: "ok",
    path: "/a",
    effectiveRoot: "/",
    mode: "plain",
    file: "a",
    content: content ?? "",
    startLine: Number(startLine),
    endLine: Number(endLine),
    totalLines: Number(totalLines),
    truncated: false,
    encoding: "utf-8",
    language: "text",
    ...(endLine === totalLines ? {} : { hints }),
    meta: { durationMs: 1 },
    ...more,
  };
}
const joined = (...parts: readonly FilePart[]): ReadSoFar | null =>
  parts.reduce<ReadSoFar | null>((before, one) => withPart(before, one), null);

it.each([
  [["1-2/2:a\nb"], "a\nb", null],
  [["1-2/4:a\nb", "3-4/4:c\nd\n"], "a\nb\nc\nd\n", null],
  [["1-2/4:a\nb\n", "3-3/4:c"], "a\nb\nc", 4],
  [["1-1/3:a\n", "2-2/3:\n", "3-3/3:c"], "a\n\nc", null],
])("the parts %j are %j", (texts, content, nextLine) => {
  const read = joined(...texts.map((text) => part(text)));
  expect([read?.content, read?.next?.start_line ?? null, read?.firstLine]).toEqual([content, nextLine, 1]);
});

describe("reading on to a line", () => {
  /** The reported states, as content or kind. @param texts parts; the last one repeats */
  async function told(texts: readonly string[], line: number): Promise<readonly string[]> {
    const said: string[] = [];
    const left = [...texts];
    await readUntil(async () => part((left.length > 1 ? left.shift() : left[0]) as string), {
      known: null,
      line,
      tell: (state) => void said.push(state.kind === "read" ? state.content : state.kind),
    });
    return said;
  }

  it("tells of the first part and of all", async () =>
    expect(await told(["1-1/3:a\n", "2-2/3:b\n", "3-3/3:c"], 3)).toEqual(["a\n", "a\nb\nc"]));
  it("ends with the line, and with the file", async () =>
    expect([await told(["1-1/3:a\n", "2-2/3:b\n"], 2), await told(["1-1/1:a"], 99)]).toEqual([
      ["a\n", "a\nb\n"],
      ["a", "a"],
    ]));
  it("begins anew where the file has changed, but not for ever", async () => {
    expect(await told(["1-1/2:a\n", "2-3/3:x\ny", "1-1/2:b\n", "2-2/2:c"], 2)).toEqual([
      "a\n",
      "b\n",
      "b\nc",
    ]);
    expect(
      (
        await told(
          ["1-1/2:a\n", "2-3/3:", "1-1/2:a\n", "2-3/3:", "1-1/2:a\n", "2-3/3:", "1-1/2:a\n", "2-3/3:"],
          2,
        )
      ).at(-1),
    ).toBe("failed");
  });
});

it("a file that has changed meanwhile is begun anew", () => {
  expect(joined(part("1-2/4:a\nb"), part("3-5/5:c\nd\ne"))).toBeNull();
  expect(joined(part("1-2/4:a\nb"), part("1-2/4:a\nb"))).toBeNull();
});

it("what is said of one part is said of the file", () => {
  const read = joined(
    part("1-1/3:a", { warnings: ["OUTPUT_TRUNCATED"], message: "Line 1 is cut" }),
    part("2-2/3:b"),
    part("3-3/3:c", { warnings: ["OUTPUT_TRUNCATED"], message: "Line 3 is cut" }),
  );
  expect([read?.warnings, read?.messages]).toEqual([
    ["OUTPUT_TRUNCATED"],
    ["Line 1 is cut", "Line 3 is cut"],
  ]);
});
