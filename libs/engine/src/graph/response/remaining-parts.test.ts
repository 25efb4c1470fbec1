import { LIMITS } from "@satori/contracts";
import { expect, it } from "vitest";
import { partsToAsk, remainingParts } from "./graph-answer.ts";

const { maxParts, maxFilesOfPart } = LIMITS.callGraph;
const files = (count: number, folder: string): string[] =>
  Array.from({ length: count }, (_, at) => `${folder}${String(at).padStart(3, "0")}.ts`);

function check(paths: readonly string[], folder: string, expected: readonly string[], more = 0): void {
  expect(remainingParts(paths, folder)).toEqual({ paths: expected, more });
}

it("cuts a folder until its parts are small", () => {
  check(["a/x.ts", "b/y.ts", "z.ts"], "", ["a/x.ts", "b/y.ts", "z.ts"]);
  check([...files(maxFilesOfPart, "a/b/"), "a/c.ts"], "a", ["a/b", "a/c.ts"]);
  check([...files(maxFilesOfPart, "a/b/c/"), "a/b/d/x.ts"], "", ["a/b/c", "a/b/d/x.ts"]);
  check(["a/b/c/x.ts", "a/b/c/y.ts"], "", ["a/b/c"]);
  check(["a/b/c/x.ts", "a/b/c/y.ts", "a/b/cd.ts"], "a", ["a/b"]);
  check(["a/x.ts"], "a", ["a/x.ts"]);
});

it.each([
  ["a higher limit would show more at once", { asked: 1, limit: LIMITS.limit.maximum - 1 }, []],
  ["no higher one may be given", { asked: 1, limit: LIMITS.limit.maximum }, ["a/x.ts", "b/y.ts"]],
  ["several are asked of", { asked: 2, limit: LIMITS.limit.maximum }, []],
])("names parts where %s: %j, %j", (_, asked, paths) =>
  expect(partsToAsk(["a/x.ts", "b/y.ts"], "", asked)).toEqual({ paths, more: 0 }),
);

it("cuts no file", () => {
  check(["a/x.ts"], "a/x.ts", []);
  check([], "a", []);
});

it("holds every file while there are not too many in one folder", () => {
  const many = [...files(maxParts, "a/"), ...files(maxParts, "a/b/"), ...files(3, "c/d/")];
  const { paths: parts, more } = remainingParts(many, "");
  expect(more).toBe(0);
  expect(parts.length).toBeLessThanOrEqual(maxParts);
  expect(many.filter((file) => !parts.some((part) => file === part || file.startsWith(`${part}/`)))).toEqual(
    [],
  );
  check(files(maxParts + 3, ""), "", files(maxParts, ""), 3);
  check(files(maxParts + 1, "a/"), "", ["a"]);
});
