import { type HierarchyEntry, type TypeHierarchyOk, validateOutput } from "@satori/contracts";
import { expect, it } from "vitest";
import { AGENT_VIEW } from "./agents/agent-view.ts";
import { renderHierarchy } from "./hierarchy.ts";
import { displayWidth } from "./width.ts";

const PEOPLE = { ...AGENT_VIEW, maxListed: 1 };
const ROOT = "sym_0000000000000000000000000000000000000000";

/** A subtype in a file of its own, below another entry or the requested type. */
function subtype(
  name: string,
  to = ROOT,
  link: Partial<HierarchyEntry["links"][number]> = {},
): HierarchyEntry {
  return {
    symbolLabel: name,
    file: `src/${name}.ts`,
    symbolId: idOf(name),
    kind: "class",
    span: { startLine: 3, endLine: 9 },
    distance: to === ROOT ? 1 : 2,
    links: [{ to, relation: "extends", confidence: "resolved", ...link }],
  };
}

function idOf(name: string): string {
  return `sym_${Buffer.from(name).toString("hex").padEnd(40, "0").slice(0, 40)}`;
}

const ANSWER: TypeHierarchyOk = {
  tool: "type_hierarchy",
  version: 1,
  status: "ok",
  path: "/code",
  effectiveRoot: "/code",
  symbol: "Shape",
  direction: "both",
  depth: 10,
  limit: 50,
  found: {
    file: "src/shape.ts",
    symbolId: ROOT,
    symbolLabel: "Shape",
    kind: "class",
    span: { startLine: 1, endLine: 20 },
  },
  supertypes: [
    {
      symbolLabel: "EventEmitter",
      distance: 1,
      links: [{ to: ROOT, relation: "extends", confidence: "resolved" }],
    },
  ],
  subtypes: [
    subtype("Circle"),
    subtype("Square", ROOT, { confidence: "possible" }),
    subtype("Disc", idOf("Circle"), { relation: "implements", confidence: "name_match" }),
  ],
  totalSupertypes: 1,
  totalSubtypes: 3,
  coverage: { unparsedFiles: 0, partlyParsedFiles: 0, unsupportedLanguages: [], unresolvedBases: 0 },
  meta: { durationMs: 1 },
};

it("the sample is an answer of the tool", () =>
  expect(validateOutput("type_hierarchy", ANSWER)).toMatchObject({ ok: true }));

it("draws a tree for each direction, with what is not certain and what is outside the codebase", () =>
  expect(renderHierarchy({ ...ANSWER, message: "Shape has 1 supertype and 3 subtypes." }, PEOPLE)).toBe(
    `
Shape  src/shape.ts:1

supertypes:
└─ EventEmitter  extends  outside the codebase

subtypes:
├─ Circle   extends                      src/Circle.ts:3
│  └─ Disc  implements, matched by name  src/Disc.ts:3
└─ Square   extends, possible            src/Square.ts:3

Shape has 1 supertype and 3 subtypes.
`.trim(),
  ));

it("names what a method overrides, and what overrides it", () => {
  const { supertypes: _, ...answer } = ANSWER;
  const found = { ...ANSWER.found, symbolLabel: "Shape.area", kind: "method" } as const;
  expect(renderHierarchy({ ...answer, found }, PEOPLE)).toContain("overridden or implemented by:\n├─ Circle");
});

it("says what it does not cover, as far as there is room", () => {
  const unresolved = [
    { file: "src/a.ts", symbolLabel: "A", line: 4, base: "mixed" },
    { file: "src/b.ts", symbolLabel: "B", line: 5 },
  ];
  const coverage = {
    ...ANSWER.coverage,
    unresolvedBases: 7,
    unresolved,
    unparsedFiles: 1,
    unparsed: ["src/broken.ts"],
  };
  expect(renderHierarchy({ ...ANSWER, coverage }, PEOPLE)).toContain(
    "bases that could not be resolved:\nsrc/a.ts:4  A  mixed\nand 6 more\n\n1 file not parsed: src/broken.ts",
  );
});

it("draws types that derive from one another only once", () => {
  const subtypes = [subtype("Circle"), subtype("Shape", idOf("Circle")), subtype("Circle", idOf("Shape"))];
  expect(renderHierarchy({ ...ANSWER, subtypes }, PEOPLE)).toContain("└─ Circle");
});

it("fits its lines into the columns of a terminal, however deep and long", () => {
  const names = Array.from({ length: 12 }, (_, at) => `T${at}WithANameThatIsFarTooLongForALine`);
  const subtypes = names.map((name, at) => subtype(name, at === 0 ? ROOT : idOf(names[at - 1] as string)));
  for (const columns of [60, 80, 120]) {
    const lines = renderHierarchy({ ...ANSWER, subtypes }, { ...PEOPLE, columns }).split("\n");
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  }
});
