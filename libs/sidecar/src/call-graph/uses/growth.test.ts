/** Texts for which quadratic or cubic work would take minutes. */
import { expect, it } from "vitest";
import { usesOf } from "../testing/uses-of.ts";

const TIMES = 4_000;
const SHAPE = "interface Shape { side: number }\ndeclare function draw(shape: Shape): Shape;\n";
const IN_GO = "package a\n\ntype Shape struct{ side int }\n";

it.each<[string, Readonly<Record<string, string>>, string, number]>([
  ["rows of one form", { "a.ts": `${SHAPE}${"draw({ side: 1 });\n".repeat(TIMES)}` }, "Shape.side", TIMES],
  [
    "one name that is taken out again and again",
    { "a.ts": `${SHAPE}${"{ const { side } = draw(one); }\n".repeat(TIMES)}` },
    "Shape.side",
    TIMES,
  ],
  [
    "a chain of members",
    { "a.ts": `${SHAPE}const { side } = one${".next".repeat(TIMES)};\n` },
    "Shape.side",
    1,
  ],
  [
    "a name that is bound as often as it is used",
    { "a.py": `side = 1\n${"side = side + 1\n".repeat(TIMES)}` },
    "side",
    TIMES,
  ],
  [
    "literals in literals",
    { "a.go": IN_GO, "b.go": `package a\n\nvar all = ${"{ side: ".repeat(TIMES)}` },
    "Shape.side",
    TIMES,
  ],
  [
    "lists of lists",
    { "a.go": `${IN_GO}\nvar all = ${"[]".repeat(TIMES)}Shape{side: 1}\n` },
    "Shape.side",
    1,
  ],
  [
    "a variable of Go that is declared again and again",
    { "a.go": `${IN_GO}\nfunc f() {\n${"side := g(side)\n".repeat(TIMES)}}\n` },
    "Shape.side",
    0,
  ],
  [
    "blocks of Java that each declare it",
    {
      "A.java": `class Shape {\n  int side;\n  void f() {\n${"{ int side = 1; g(side); }\n".repeat(TIMES)}}\n}\n`,
    },
    "Shape.side",
    0,
  ],
  [
    "brackets that nobody closes",
    { "a.ts": SHAPE, "b.ts": "f({ side, g([".repeat(TIMES) },
    "Shape.side",
    TIMES,
  ],
])("%s", async (_, tree, label, most) => {
  expect((await usesOf(tree, Object.keys(tree)[0] as string, label)).length).toBeLessThanOrEqual(most * 2);
});
