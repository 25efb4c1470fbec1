import { expect, it } from "vitest";
import { messagesIn } from "./messages.ts";

const printedOf = (path: string, text: string): readonly string[] =>
  messagesIn(path, text).map(({ line, printed }) => `${line}: ${printed}`);

it("messages have values in the place of their gaps", () => {
  const text =
    'def f(a, b):\n    raise ValueError(f"No option {a!r} in section {b}")\n\n    raise ValueError(\n  ' +
    '      "value %s is not a number"\n    )\n';
  expect(printedOf("src/a.py", text)).toEqual([
    "2: No option 42 in section user_id",
    "5: value Widget is not a number",
  ]);
});

it("texts without gaps, of few words, in comments, and of tests are none", () => {
  const text =
    '// throw "no route for {x} at all"\nthrow new Error("nothing in here can be told");\nthrow new ' +
    'Error("at {x} and {y} ...");\n\nconst title = "a page of {x} for all";\n';
  expect(printedOf("src/a.ts", text)).toEqual([]);
  expect(printedOf("src/a.test.ts", 'throw new Error("no route for {x} at all");')).toEqual([]);
});
