import type { Tree } from "web-tree-sitter";
import { expect, it } from "vitest";
import { detectLanguage } from "../../languages/detect-language.ts";
import { type LoadedGrammar, loadGrammar } from "../../grammar.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";

async function grammarOf(path: string): Promise<LoadedGrammar> {
  const support = detectLanguage(path, "")?.grammar;
  if (!support) throw new Error(`${path} has no grammar`);
  return loadGrammar(support);
}

/** The tree as the parser prints it. */
function shapeOf(tree: Tree | null): string | undefined {
  const shape = tree?.rootNode.toString();
  tree?.delete();
  return shape;
}

it.each([
  ["a.rs", (padding: string) => `// ${padding}\nfn f() -> char { let x = "😀"; '😀' }\n`],
  ["a.py", (padding: string) => `# ${padding}\n𝒳 = 1\n`],
  ["a.go", (padding: string) => `// ${padding}\npackage a\nvar r = '😀'\n`],
] as const)("a character of %s is the same wherever the pieces of its text end", async (path, textWith) => {
  const { parse } = await grammarOf(path);
  const shapes = new Set(
    Array.from({ length: SIDECAR_LIMITS.readChars }, (_, at) => shapeOf(parse(textWith("p".repeat(at + 1))))),
  );
  expect([...shapes]).toEqual([expect.not.stringMatching(/ERROR|MISSING/)]);
});

it("halves of characters are read like any other, at the end of a piece and of the text", async () => {
  const { parse, parser } = await grammarOf("a.js");
  for (const text of [
    "x = '\ud83d'",
    "\ud83d",
    `/*${"p".repeat(SIDECAR_LIMITS.readChars - 3)}\ud83d*/ f()`,
    `${"p".repeat(SIDECAR_LIMITS.readChars - 1)}\ud83d`,
    "\ud83d".repeat(600),
  ]) {
    expect(shapeOf(parse(text))).toBe(shapeOf(parser.parse(text)));
  }
});
