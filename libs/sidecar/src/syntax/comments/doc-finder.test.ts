import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";

/** How many symbols have each documentation; null for symbols without any. */
async function docs(path: string, text: string): Promise<Map<string | null, number>> {
  const found = new Map<string | null, number>();
  for (const { doc } of (await analyze(path, text, "outline")).symbols)
    found.set(doc, (found.get(doc) ?? 0) + 1);
  return found;
}

test("of the comments on a line, only those that begin it document what follows", async () => {
  expect(
    await docs("a.js", "  /* One. */ /* Two. */\nfunction f() {}\nvar a; /* Three. */\nfunction g() {}"),
  ).toEqual(
    new Map([
      ["One.", 1],
      [null, 2],
    ]),
  );
});

test("a comment at the end of a body documents nothing that follows", async () => {
  const text =
    "class A:\n    x = 1\n    # The last of A.\ndef f():\n    pass\n    # The last of f.\n# About " +
    "g.\ndef g():\n    pass\n";
  expect(await docs("a.py", text)).toEqual(
    new Map([
      [null, 3],
      ["About g.", 1],
    ]),
  );
  expect(await docs("a.js", "const a = 1,\n  // About b.\n  b = 2;\n")).toEqual(
    new Map([
      [null, 1],
      ["About b.", 1],
    ]),
  );
});

test("blanks in front of many comments, and a long comment above many names, are read once", async () => {
  // Quadratic time on these would be minutes.
  expect(await docs("a.js", `${" ".repeat(400_000)}${"/**/".repeat(150_000)}\nfunction f() {}`)).toEqual(
    new Map([[null, 1]]),
  );
  const names = Array.from({ length: 20_000 }, (_, at) => `a${at}`).join(",\n");
  expect(await docs("a.c", `/* Numbers.\n${"*".repeat(800_000)} */\nint ${names};`)).toEqual(
    new Map([["Numbers.", 20_000]]),
  );
});
