/** What finders print, and which of it counts. */
import { expect, it } from "vitest";
import { FINDERS, type FinderName } from "./finders.ts";

/** `name@file:line` of the findings, in their order. */
function read(finder: FinderName, output: string, lines: readonly string[] = []): string[] {
  return FINDERS[finder]
    .parse(output, "/project", (_file, line) => lines[line - 1] ?? "")
    .map(({ name, file, line }) => `${name}@${file}:${line}`);
}

it("knip's exports and types count where they are declared, not where they are passed on", () => {
  const output = JSON.stringify({
    issues: [
      {
        file: "a.ts",
        exports: [
          { name: "one", line: 1 },
          { name: "two", line: 2 },
        ],
        types: [{ name: "Three", line: 3 }],
      },
    ],
  });
  const lines = ["export function one() {}", "export { two } from './b';", "export interface Three {}"];
  expect(read("knip", output, lines)).toEqual(["one@a.ts:1", "Three@a.ts:3"]);
});

it("tsc's declarations of modules and private methods count, imports and variables of functions don't", () => {
  const lines = ["import { a } from 'a';", "const b = 1;", "  const c = 2;", "  private d(): void {}"];
  const output = ["a", "b", "c", "d"]
    .map((name, at) => `x.ts(${at + 1},7): error TS6133: '${name}' is declared but its value is never read.`)
    .join("\n");
  expect(read("tsc", output, lines)).toEqual(["b@x.ts:2", "d@x.ts:4"]);
});

it("staticcheck's functions, methods and types count, fields don't", () => {
  const output = ["func idle", "func (*Tree).grow", "type leaf", "field height"]
    .map((what, at) =>
      JSON.stringify({
        code: "U1000",
        message: `${what} is unused`,
        location: { file: "/project/a.go", line: at + 1 },
      }),
    )
    .join("\n");
  expect(read("staticcheck", output)).toEqual(["idle@a.go:1", "grow@a.go:2", "leaf@a.go:3"]);
});

it("vulture's variables count only in modules, and decorated functions don't", () => {
  const output =
    "a.py:1: unused variable 'ONE' (60% confidence)\na.py:2: unused variable 'two' (60% confidence)\n" +
    "a.py:3: unused function 'three' (60% confidence)\na.py:4: unused method 'four' (60% confidence)\n" +
    "a.py:5: unused attribute 'five' (60% confidence)\n";
  const lines = ["ONE = 1", "    two = 2", "@app.route('/')", "    def four(self):", "self.five = 5"];
  expect(read("vulture", output, lines)).toEqual(["ONE@a.py:1", "four@a.py:4"]);
});
