/** Copies of one passage, from a question to its results. */
import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

const PARSER = `/** Parses the tariff of a parcel from its label. */
export function parseTariff(label: string): number {
  const [zone, weight] = label.split("/");
  return Number(zone) * 100 + Number(weight);
}
`;
const TREE = `//- vendor/tariff/parse.ts
${PARSER}//- packages/mini/src/parse.ts
${PARSER.replace("* 100", "* 10")}//- src/parse.ts
${PARSER}//- src/print.ts
/** Prints the tariff of a parcel. */
export function printTariff(tariff: number): string {
  return tariff.toFixed(2);
}
`;

it("are one result, the main version, which says where else it is", async () => {
  await using codebase = await indexedTree(TREE);
  for (const resultMode of ["grouped", "raw"] as const) {
    const { results } = await codebase.search("parse the tariff of a parcel label", {
      resultMode,
      scope: "mixed",
    });
    expect(results.map(({ file, alsoIn }) => [file, ...(alsoIn ?? [])])).toEqual([
      ["src/parse.ts", "packages/mini/src/parse.ts", "vendor/tariff/parse.ts"],
      ["src/print.ts"],
    ]);
  }
});

it("leaves the choice to a question that names a version", async () => {
  await using codebase = await indexedTree(TREE);
  const [first] = (await codebase.search("mini parse tariff")).results;
  expect([first?.file, first?.alsoIn?.includes("src/parse.ts")]).toEqual([
    "packages/mini/src/parse.ts",
    true,
  ]);
});
