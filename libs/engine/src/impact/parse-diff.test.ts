import { describe, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { parseDiff } from "./parse-diff.ts";

const check = (): void => undefined;

/** Files as `FROM -> TO`, with the number of hunks and why the content is not patched. */
function filesIn(diff: string): string[] {
  return parseDiff(diff, check).map(({ from, to, hunks, cause }) =>
    [`${from?.written ?? "none"} -> ${to?.written ?? "none"}`, hunks.length, ...(cause ? [cause] : [])].join(
      " ",
    ),
  );
}

const HUNK = "@@ -1 +1 @@\n-a\n+b\n";

describe("names of files", () => {
  it.each([
    [`diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n${HUNK}`, ["a/x.ts -> b/x.ts 1"]],
    [`--- x.ts\t2020-01-01 00:00:00\n+++ x.ts\t2020-01-02\n${HUNK}`, ["x.ts -> x.ts 1"]],
    [`diff --git a/x y.ts b/x y.ts\nold mode 100644\nnew mode 100755\n`, ["a/x y.ts -> b/x y.ts 0"]],
    [
      `diff --git "a/\\303\\244.ts" "b/\\303\\244.ts"\n--- "a/\\303\\244.ts"\n+++ "b/\\303\\244.ts"\n${HUNK}`,
      ["a/ä.ts -> b/ä.ts 1"],
    ],
    [
      `diff --git a/x.ts b/y.ts\nsimilarity index 100%\nrename from x.ts\nrename to y.ts\n`,
      ["x.ts -> y.ts 0"],
    ],
    [`diff --git a/x.ts b/x.ts\nnew file mode 100644\nindex 0..1\n`, ["none -> b/x.ts 0"]],
    [
      `diff --git a/x.ts b/x.ts\ndeleted file mode 100644\n--- a/x.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n`,
      ["a/x.ts -> none 1"],
    ],
    [
      `diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n`,
      ["a/x.png -> b/x.png 0 binary"],
    ],
    [
      `diff --git a/x.png b/x.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKc$\n\nliteral 0\nHc\n`,
      ["a/x.png -> b/x.png 0 binary"],
    ],
    [
      `diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n`,
      ["none -> b/l 1 link"],
    ],
    [`diff --git a/s b/s\nindex 1..2 160000\n--- a/s\n+++ b/s\n${HUNK}`, ["a/s -> b/s 1 submodule"]],
    [`From 1234\nSubject: x\n\n---\n x | 2 +-\n\n--- a/x\n+++ b/x\n${HUNK}-- \n2.40.0\n`, ["a/x -> b/x 1"]],
    [`--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n`, ["a/x -> b/x 1"]],
    ["nothing", []],
    ["", []],
  ])("%j", (diff, expected) => {
    expect(filesIn(diff)).toEqual(expected);
  });
});

it("reads as many lines of a hunk as its header says, whatever they look like", () => {
  const [patch, other] = parseDiff(
    "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ f()\n--- a/y\n+++ b/y\n @@ -1 +1 @@\n \n--- a/z\n+++ b/z\n@@ -0,0 +1 @@\n+z",
    check,
  );
  expect(patch?.hunks[0]?.lines).toEqual(["--- a/y", "+++ b/y", " @@ -1 +1 @@", " "]);
  expect(other?.hunks[0]).toMatchObject({ line: 10, oldStart: 0, oldCount: 0, newStart: 1, newCount: 1 });
});

it("says which version has no line end", () => {
  const [patch] = parseDiff("--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", check);
  expect(patch?.hunks[0]).toMatchObject({ oldIsUnended: true, newIsUnended: false });
});

it.each([
  ["--- a\n+++ b\n@@ -1,2 +1 @@\n-a\n", /line 3/, /whole diff/],
  ["--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n@@ -5 +5 @@\n?", /line 6/, /whole diff/],
  ["diff --cc a\nindex 1,2..3\n", /merge.*line 1/, /two commits/],
  ["--- a\n+++ b\n@@@ -1 -1 +1 @@@\n", /merge.*line 3/, /two commits/],
])("refuses %j", (diff, message, nextStep) => {
  let error: unknown;
  try {
    parseDiff(diff, check);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ code: "INVALID_ARGUMENTS" });
  expect((error as EngineError).message).toMatch(message);
  expect((error as EngineError).nextStep).toMatch(nextStep);
});

it("takes a step for each line of a long diff", () => {
  const hunks = Array.from({ length: 20_000 }, (_, at) => `@@ -${2 * at + 1} +${2 * at + 1} @@\n-a\n+b\n`);
  let steps = 0;
  const [patch] = parseDiff(`--- a/x\n+++ b/x\n${hunks.join("")}`, () => void steps++);
  expect(patch?.hunks).toHaveLength(20_000);
  expect(steps).toBeLessThan(100_000);
});
