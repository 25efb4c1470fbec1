import { expect, test } from "vitest";
import { opening } from "./benchmark.ts";

test("help is the comment that a file opens with, without its stars and with its indentation", () => {
  const source = [
    "/**",
    " * Measures a thing.",
    " *",
    " *   --runs N   how often",
    " */",
    'import x from "y";',
    "/** Not this. */",
  ].join("\n");
  expect(opening(source)).toBe("Measures a thing.\n\n  --runs N   how often");
  expect(opening('import x from "y";\n/** Not this. */')).toBe("");
});
