import { describe, expect, it } from "vitest";
import { answerLines, answerOf, plainName } from "./declaration.ts";

describe("an oracle's answer", () => {
  it("survives its format", () => {
    const answer = answerOf(
      [
        `{"file":"a.c","skipped":[[3,5]]}`,
        `{"file":"b.c"}`,
        `{"file":"a.c","name":"run","kind":"function","line":1,"shape":"function"}`,
        "",
      ].join("\n"),
    );
    expect([...answer.files]).toEqual([
      ["a.c", [[3, 5]]],
      ["b.c", []],
    ]);
    expect(answerOf(answerLines(answer))).toEqual(answer);
  });
});

describe("plain names", () => {
  it.each([
    [`"quoted"`, "quoted"],
    ["`when`", "when"],
    ["operator ==", "operator=="],
    ["plain", "plain"],
    [`it's`, `it's`],
  ])("%s is %s", (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });
});
