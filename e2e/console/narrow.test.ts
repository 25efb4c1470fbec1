/** Pages on a small screen, and in the dark: all of them can be read without moving them sideways. */
import { describe, expect, it } from "vitest";
import { address, drawn, openSite } from "../support/console.ts";
import { createWorkspace } from "../support/workspace.ts";

/** Names and lines without a place to break, as they stand in code. */
const LONG =
  "scheduleRetryOfEveryParcelThatNoCarrierHasTakenByTheEveningBecauseAllOfThemWereBusyOrHadGoneHome";
const SHOP = `
//- src/${LONG}.ts
import { first } from "./chain.ts";
export function ${LONG}(parcels: string[]): number { return first(parcels.map((parcel) => parcel.trim()).filter((parcel) => parcel !== "").length); }
export const wide = "${"parcel-".repeat(60)}";
//- src/chain.ts
${["first", "second", "third", "fourth", "fifth"].map((name, at, names) => `export function ${name}(weightOfTheParcel: number): number { return ${names[at + 1] ?? "last"}(weightOfTheParcel); }`).join("\n")}
export function last(extra: any): number { return extra.${LONG}(); }
//- schema.sql
CREATE VIEW recent AS SELECT max(id) FROM parcels;
`;

const workspace = createWorkspace();
const shop = workspace.tree(`${LONG}/shop`, SHOP);
const site = await openSite(workspace, [shop]);

const PAGES = [
  ["all codebases", "#/", "main table"],
  ["a codebase", address("codebase", { path: shop }), ".facts"],
  ["results", address("search", { path: shop, query: LONG, scope: "mixed" }), ".result"],
  ["a file", address("file", { path: shop, file: `src/${LONG}.ts` }), ".code .hljs-keyword"],
  ["a folder without an index", address("codebase", { path: workspace.path(LONG) }), ".unanswered"],
  ["a file that is not there", address("file", { path: shop, file: `${LONG}.ts` }), "article .unanswered"],
  [
    "words that nothing has",
    address("search", { path: shop, query: `${"hippopotamus".repeat(5)} parcel` }),
    ".summary",
  ],
  [
    "a file that filters leave out",
    address("search", { path: shop, query: `-path:src/** src/${LONG}.ts` }),
    ".notes li",
  ],
  ["names that may have been meant", address("graph", { path: shop, symbol: LONG.slice(1) }), ".candidates"],
  ["calls", address("graph", { path: shop, symbol: "first", depth: "5" }), ".tree .symbol"],
] as const;

describe.skipIf(!site.isVisited)("on a small screen", () => {
  it.each(PAGES)("%s can be read without moving the page sideways", async (_what, hash, selector) => {
    await using visit = await site.begin();
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.url}/${hash}`);
    await page.locator(selector).first().waitFor();
    await drawn(page);
    const [wide, seen] = await page.evaluate<[number, number]>(
      "[document.documentElement.scrollWidth, innerWidth]",
    );
    expect(wide).toBeLessThanOrEqual(seen);
    expect(seen).toBe(360);
    expect(visit.problems).toEqual([]);
  });

  it("what came of a change can be read without moving the page sideways", async () => {
    await using visit = await site.begin(address("codebase", { path: shop }));
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Apply changes now" }).click();
    await page.locator(".bar").waitFor();
    await drawn(page);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect(visit.problems).toEqual([]);
  });

  it.each(["light", "dark"] as const)("where the system is %s, so is the page", async (colorScheme) => {
    await using visit = await site.begin(address("file", { path: shop, file: "src/chain.ts" }));
    const { page } = visit;
    await page.emulateMedia({ colorScheme });
    await page.locator(".code .hljs-keyword").first().waitFor();
    const lightnessOf = (selector: string, property: string): Promise<number> =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}.match(/\\d+/g).slice(0, ` +
          "3).reduce((sum, part) => sum + Number(part), 0) / 765",
      );
    for (const [ground, ink] of [
      ["body", "body"],
      [".code", ".code .text"],
      [".code", ".code .hljs-keyword"],
      ["header", "#question"],
    ] as const) {
      const by = (await lightnessOf(ground, "backgroundColor")) - (await lightnessOf(ink, "color"));
      expect(colorScheme === "light" ? by : -by, ink).toBeGreaterThan(0.3);
    }
    expect(visit.problems).toEqual([]);
  });
});
