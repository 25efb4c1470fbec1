import { describe, expect, it } from "vitest";
import { compositeAround } from "../uses/go-names.ts";

describe("compositeAround", () => {
  it.each([
    ["Point{max: 1}", "Point 0"],
    ["&a.Point{y: f(1), max: 1}", "a.Point 0"],
    ["Pair[int, string]{max: 1}", "Pair 0"],
    ["[]Point{{max: 1}}", "Point 0"],
    ["[]*a.Point{{y: 1}, {max: 1}}", "a.Point 0"],
    ["map[string][]Point{k: {{max: 1}}}", "Point 0"],
    ["[...]Point{2: {max: 1}}", "Point 0"],
    ["Points{{max: 1}}", "Points 1"],
    ["[]string{max: v}", "values"],
    ["map[string]int{max: 1}", "values"],
    ["[]map[string]int{{max: 1}}", "values"],
    ["map[string]interface{}{max: 1}", "values"],
    ["[]struct{ a int }{{max: 1}}", "fields of a struct"],
    ["struct {\n  a int\n}{max: 1}", "fields of a struct"],
    ["switch a {\ncase b, max: 1\n}", null],
    ["func() T {\nmax: for {} }", null],
    ["if x == 1 {\n  Point{}\n  max: 1", null],
    ["f(max: 1", null],
    [`[]Point{${"{y: 1},\n".repeat(10_000)}{max: 1}}`, "unknown"],
  ])("%.40j", (code, expected) => {
    const found = compositeAround(code, code.indexOf("max"));
    expect(found?.keys === "fields" ? `${found.type.join(".")} ${found.inside}` : (found?.keys ?? null)).toBe(
      expected,
    );
  });
});
