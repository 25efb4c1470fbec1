import { describe, expect, it } from "vitest";
import { usesLines, usesPrinted } from "./known-uses.ts";

describe("usesPrinted", () => {
  it("knows each name that is printed, and which places mean a declaration", () => {
    const uses = usesPrinted(
      '{"file":"a.c","start":4,"declarations":["a.h:1:size"]}\n{"file":"a.c","start":9,"declarations":[]}\n',
    );
    expect([[...uses.known], [...uses.byDeclaration]]).toEqual([
      ["a.c@4", "a.c@9"],
      [["a.h:1:size", new Set(["a.c@4"])]],
    ]);
    expect(uses.declared).toBeNull();
  });

  it("tells which declarations a compiler has read, if it says so", () => {
    expect(usesPrinted('{"declared":"a.h:1:size"}\n{"declared":"a.h:2:type"}\n').declared).toEqual(
      new Set(["a.h:1:size", "a.h:2:type"]),
    );
  });
});

it("reads back what it prints", () => {
  const lines =
    '{"declared":"a.h:1:size"}\n{"file":"a@b.c","start":4,"declarations":["a.h:1:size"]}\n{"file":"a@b.c","start":9,"declarations":[]}\n';
  expect(usesLines(usesPrinted(lines))).toBe(lines);
});
