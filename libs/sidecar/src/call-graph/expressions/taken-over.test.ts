/** Names that are imported through files which import others as a whole. */
import { expect, test } from "vitest";
import { printEdges } from "../testing/check-edges.ts";

const LAYERS = 30;

/**
 * Files in layers, each of which imports all files of the next layer as a whole: `3 ** LAYERS` paths lead to
 * the last one.
 */
function layers(
  fileOf: (layer: number, at: number) => string,
  lineFor: (file: string) => string,
  last: string,
): string {
  const width = [0, 1, 2];
  return Array.from({ length: LAYERS }, (_, layer) =>
    width
      .map((at) => {
        const body =
          layer + 1 < LAYERS
            ? width.map((next) => lineFor(fileOf(layer + 1, next))).join("\n")
            : at === 2
              ? last
              : "";
        return `//- ${fileOf(layer, at)}\n${body}\n`;
      })
      .join(""),
  ).join("");
}

test("C: every header is looked at once, however many ways lead there", async () => {
  const headers = layers(
    (layer, at) => `h${layer}_${at}.h`,
    (file) => `#include "${file}"`,
    "void deep() {}",
  );
  expect(
    await printEdges(`${headers}//- main.c\n#include "h0_0.h"\nvoid user() { nowhere(); deep(); }\n`),
  ).toBe("user → deep");
});

test("Python: stars that lead round in circles", async () => {
  const modules = layers(
    (layer, at) => `m${layer}_${at}.py`,
    (file) => `from ${file.slice(0, -3)} import *`,
    "def deep(): pass\nfrom m0_0 import *",
  );
  expect(
    await printEdges(`${modules}//- main.py\nfrom m0_0 import *\ndef user():\n  nowhere()\n  deep()\n`),
  ).toBe("user → deep");
});

test("TypeScript: modules that export all of others", async () => {
  const modules = layers(
    (layer, at) => `m${layer}_${at}.ts`,
    (file) => `export * from "./${file.slice(0, -3)}";`,
    "export function deep() {}\nexport * from './m0_0';",
  );
  expect(
    await printEdges(
      `${modules}//- main.ts\nimport { deep, nowhere } from "./m0_0";\nfunction user() { nowhere(); ` +
        "deep(); }\n",
    ),
  ).toBe("user → deep");
});
