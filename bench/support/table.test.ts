import { expect, test } from "vitest";
import { formatTable } from "./table.ts";

test(
  "a table keeps its columns under their titles, names left and figures right, without blanks at line " +
    "ends",
  () => {
    const text = formatTable(
      ["what", "wall ms", ""],
      [
        ["sync", 1.5, "met"],
        ["a longer name", 1234567890, ""],
      ],
    );
    expect(text.split("\n")).toEqual([
      "what              wall ms",
      "sync                  1.5  met",
      "a longer name  1234567890",
    ]);
  },
);
