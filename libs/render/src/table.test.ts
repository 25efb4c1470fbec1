import { expect, test } from "vitest";
import { table } from "./table.ts";

test("columns are as wide as their widest cell, in columns of the terminal", () => {
  const lines = table(
    [
      { title: "NAME", align: "left" },
      { title: "FILES", align: "right" },
    ],
    [
      ["日本語コード", "7"],
      ["a", "1200"],
    ],
  );
  expect(lines).toEqual(["NAME          FILES", "日本語コード      7", "a              1200"]);
});

test("a table without rows is its heading", () => {
  expect(table([{ title: "NAME", align: "left" }], [])).toEqual(["NAME"]);
});
