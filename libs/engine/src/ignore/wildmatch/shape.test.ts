import { describe, expect, it } from "vitest";
import { shapeOf } from "./shape.ts";

describe("shapeOf", () => {
  it("finds the most telling key of the last part", () => {
    const check = (pattern: string, key: unknown): void =>
      expect(shapeOf(pattern)?.key, pattern).toEqual(key);
    check("a\\*b", { kind: "name", text: "a*b" });
    check("/src/**/main.c", { kind: "name", text: "main.c" });
    check("*.min.js", { kind: "extension", text: ".js" });
    check("src/gen-?.ts", { kind: "extension", text: ".ts" });
    check("id_rsa*", { kind: "first_byte", byte: 0x69 });
    check("*~", { kind: "last_byte", byte: 0x7e });
    check("*.py[co]", { kind: "none" });
    check("src/**", { kind: "none" });
  });

  it("compares no folder where any will do", () => {
    const check = (pattern: string, any: boolean): void =>
      expect(shapeOf(pattern)?.fitsFolder === null, pattern).toBe(any);
    check("a", true);
    check("**/a", true);
    check("/**/a*", true);
    check("/**", true);
    check("/a", false);
    check("*/a", false);
    check("**/a/b", false);
  });

  it("gives nothing for a pattern that cannot match", () => {
    expect(shapeOf("a/[b")).toBeNull();
    expect(shapeOf("a\\")).toBeNull();
  });
});
