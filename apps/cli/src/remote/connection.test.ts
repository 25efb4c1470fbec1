import { expect, it } from "vitest";
import { LastWords } from "./connection.ts";

const logs = Array.from({ length: 1_000 }, (_, at) => `{"event":"search_done","number":${at}}\n`);

it.each<[string, readonly string[], string]>([
  ["nothing", [], ""],
  ["one line", ["sh: 1: satori-mcp: not found\n"], "sh: 1: satori-mcp: not found"],
  ["a line without an end, in parts", ["no ", "room"], "no room"],
  [
    "an error with its stack",
    [
      "node:internal/modules\n  throw err;\n\nError: Cannot find module 'x'\n    at a (b:1)\n\nNode.js " +
        "v20.20.2\n",
    ],
    "Error: Cannot find module 'x'",
  ],
  [
    "an error behind the name of a program",
    ["docker: Error response from daemon: no image\nSee 'docker run --help'.\n"],
    "docker: Error response from daemon: no image",
  ],
  [
    "the last of several errors",
    ["Error: the first\n", ...logs, "RangeError: the last\n", "    at a (b:1)\n"],
    "RangeError: the last",
  ],
  [
    "an error with a long stack behind it",
    [
      ...logs,
      "Error: no room\n",
      ...Array.from({ length: 200 }, (_, at) => `    at f${at} (file.js:${at})\n`),
    ],
    "Error: no room",
  ],
  ["logs, and a last line", [...logs, "killed\n"], "killed"],
])("are of %s the line that says most", (_, parts, expected) => {
  const words = new LastWords();
  for (const part of parts) words.hear(part);
  expect([words.line, words.line]).toEqual([expected, expected]);
});
