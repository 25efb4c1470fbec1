/** How findings, the answer and labels are counted. */
import { expect, it } from "vitest";
import { type Label, compare } from "./compare.ts";

const node = (symbolLabel: string) => ({
  file: "a.ts",
  symbolId: symbolLabel,
  symbolLabel,
  kind: "function" as const,
  span: { startLine: 1, endLine: 1 },
});
const finding = (name: string) => ({ file: "a.ts", line: 1, name });
const label = (name: string, isUnused: boolean): Label => ({
  project: "p",
  file: "a.ts",
  name,
  isUnused,
  why: "a test",
});

it("findings are listed, doubted or missed, and those that a label refutes do not count", () => {
  const comparison = compare({
    project: "p",
    findings: ["listed", "doubted", "missed", "used"].map(finding),
    answer: { unused: [node("A.listed")], possibly: [{ ...node("doubted"), reasons: [] }] },
    files: /\.ts$/,
    labels: [label("used", false)],
  });
  expect(comparison).toMatchObject({ findings: 3, listed: 1, doubted: 1, refuted: 1 });
  expect(comparison.missed).toEqual([finding("missed")]);
});

it("unused symbols are confirmed by a finding, or judged by a label of the project", () => {
  const { confirmed, labelled, wrong, unlabelled, unused } = compare({
    project: "p",
    findings: [finding("found")],
    answer: { unused: ["found", "right", "wrong", "open"].map(node), possibly: [] },
    files: /\.ts$/,
    labels: [label("right", true), label("wrong", false), { ...label("open", true), project: "q" }],
  });
  expect([unused, confirmed, labelled]).toEqual([4, 1, 1]);
  expect([wrong, unlabelled]).toEqual([[finding("wrong")], [finding("open")]]);
});
