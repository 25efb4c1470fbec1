import { expect, test } from "vitest";
import { definitionsIn } from "./definitions-in.ts";

/** Checks the lines that the names above each `^` lead to, one answer per name. */
async function check(files: Readonly<Record<string, string>>, expected: readonly string[]): Promise<void> {
  const definitionsOf = await definitionsIn(files);
  const found = Object.entries(files).flatMap(([file, text]) =>
    text.split("\n").flatMap((marks, at) => {
      const columns = /^\W*\^/.test(marks) ? [...marks.matchAll(/\^/g)].map(({ index }) => index) : [];
      return columns.map(
        (col) =>
          definitionsOf({ file, line: at, col })
            .map((one) => `${one.file}:${one.line}`)
            .join(" ") || "nothing",
      );
    }),
  );
  expect(found).toEqual(expected);
}

test("a variable leads to where it is declared, of several of one name to that of its block", async () => {
  await check(
    {
      "a.ts": `
let item = 1;
{ let item = 2; use(item); }
//                  ^
item = item + 1;
//     ^
free;
//^
`,
    },
    ["a.ts:3", "a.ts:2", "nothing"],
  );
});

test("a member leads to its declaration, an entry of a literal, or where it is stored", async () => {
  await check(
    {
      "a.js": `
class Server { constructor() { this.port = 1; } start() {} }
const options = {
  port: new Server(),
};
const { port } = options;
port.start();
//   ^
port.port;
//   ^
options.port;
//      ^
`,
    },
    ["a.js:2", "a.js:2", "a.js:4"],
  );
});

test("an import leads to itself and to what it imports, whatever that is called there", async () => {
  await check(
    {
      "one.py": "limit = 1\nlimit = 2\n",
      "two.py": `
from one import limit as most
from one import *
print(most)
#      ^
print(limit)
#      ^
`,
    },
    ["two.py:2 one.py:1 one.py:2", "one.py:1 one.py:2"],
  );
});

test("type parameters and parameters are definitions", async () => {
  await check(
    {
      "a.ts": `
function run<T>(
  value: T,
//       ^
) { return value; }
//         ^
`,
    },
    ["a.ts:2", "a.ts:3"],
  );
});
