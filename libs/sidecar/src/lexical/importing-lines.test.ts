import { expect, it } from "vitest";
import { importingLines } from "./importing-lines.ts";

it.each([
  [
    "typescript",
    'run();\n> import {\n> a,\n> } from "b";\nimport("c").then(run);\nimport.meta.url;\n> export { run ' +
      'as go };\n> export type { A } from "a";\nexport const b = 1;',
  ],
  ["javascript", "function f() {\n> const { join } = require();\nreturn join;\n}"],
  ["python", "def f():\n> from a import (\n> b,\n> )\n> import c\nreturn b(c)\nimportant = 1"],
  ["rust", "mod tests {\n> use super::*;\n> pub(crate) use a::{\n> B,\n> };\nlet user = use_it();\n}"],
  ["scala", "class A {\n> import b.C\n}"],
  ["elixir", "defmodule A do\n> alias A.B\n> require Logger\nuse GenServer\nend"],
  ["php", "class A {\nuse Loggable;\n}"],
  ["text", "import a"],
])("lines of %s that import or export", (language, text) => {
  const lines = text.split("\n");
  expect([...importingLines(lines.map((line) => line.replace(/^> ?/, "")).join("\n"), language)]).toEqual(
    lines.flatMap((line, at) => (line.startsWith(">") ? [at + 1] : [])),
  );
});
