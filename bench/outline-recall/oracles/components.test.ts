import { expect, it } from "vitest";
import { blanked, reactiveIn } from "./components.ts";

it("text around a script is blank, and its lines stay", () => {
  expect(blanked("<a>\nb\n</a>", 4, 6)).toBe("   \nb\n    ");
});

it("a reactive statement declares a variable that has no other declaration", () => {
  const script = "let size = 1;\n$: doubled = size * 2;\n$: size = 3;\n$: console.log(size);";
  expect(reactiveIn("a.svelte", script).map(({ name, line, optional }) => [name, line, optional])).toEqual([
    ["doubled", 2, undefined],
    ["size", 3, true],
  ]);
});
