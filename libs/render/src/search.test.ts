import { expect, test } from "vitest";
import { isChunkResult } from "@satori/contracts";
import { renderSearch, resultHeading } from "./search.ts";
import { plainView } from "./testing/drawn-calls.ts";
import { searchAnswer as answer } from "./testing/searches.ts";

const [result] = answer().results.filter(isChunkResult);
if (!result) throw new Error("no result");

test("of a line that does not fit, the part with the question's first word is shown", () => {
  const shown = (content: string, columns: number | null): string | undefined =>
    renderSearch(answer({ results: [{ ...result, content }] }), { ...plainView, columns }).split("\n")[1];
  const line = `${"some words ".repeat(10)}and a parcel that ${"other words ".repeat(10)}`;
  expect(shown(line, 47)).toBe("    1  …words and a parcel that other words ot…");
  expect(shown(`a parcel ${line}`, 27)).toBe("    1  a parcel some words…");
  expect(shown(line, null)).toBe(`    1  ${line.trimEnd()}`);
  expect(shown(`${"😀".repeat(40)} parcel`, 47)).toMatch(/^ {4}1 {2}…(?:😀)+ parcel$/u);
});

test("a result names the other files that have its passage, and the number of the rest", () => {
  const shown = (alsoIn: readonly string[]): string =>
    renderSearch(answer({ results: [{ ...result, alsoIn }] }), plainView).split("\n")[1] ?? "";
  expect(shown(["b.ts", "c.ts"])).toBe("  also in b.ts, c.ts");
  expect(shown(["b.ts", "c.ts", "d.ts", "e.ts", "f.ts"])).toBe("  also in b.ts, c.ts, d.ts and 2 more");
  expect(shown([])).toContain("parcel();");
});

test("with several branches, a result names those that have it, and those that have another version", () => {
  const shown = (hit: object): string =>
    renderSearch(answer({ results: [{ ...result, ...hit }] }), plainView).split("\n")[1] ?? "";
  expect(shown({ branches: ["main", "v2"] })).toBe("  in main, v2");
  expect(shown({ branches: ["main"], differsIn: ["v1"] })).toBe("  in main; differs in v1");
});

test("a heading names the symbol as the reader knows it, cut in its middle where it does not fit", () => {
  const hit = { file: "src/a.cs", span: { startLine: 3, endLine: 12 }, symbolLabel: "Acme.Calculator.Total" };
  const heading = (columns: number | null): string =>
    resultHeading(hit, "/code", { ...plainView, columns, symbol: (label) => label.slice("Acme.".length) });
  expect(heading(null)).toBe("src/a.cs:3-12  Calculator.Total");
  expect(heading(28)).toBe("src/a.cs:3-12  Calcul….Total");
  expect(resultHeading({ file: hit.file, span: hit.span }, "/code", plainView)).toBe("src/a.cs:3-12");
});
