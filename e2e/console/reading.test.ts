/**
 * Code as it is read in a browser: coloured, selected and copied without what is not in it, with an outline
 * and calls beside it.
 */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SOON } from "../support/browser.ts";
import { address, openSite } from "../support/console.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

/** Fits into one chunk, and not into one preview: what a question finds in it stands in its last lines. */
const SORTING = [
  "export function sortParcels(parcels: string[]): number {",
  ...Array.from({ length: 30 }, (_, at) => `  parcels[${at}] ??= "";`),
  "  const zeppelin = parcels.length;",
  "  return zeppelin;",
  "}",
];

const CARRIER = `export interface Carrier { send(parcel: string): void }
export class Bike implements Carrier {
  send(parcel: string): void { ring(parcel); }
  ringTwice(parcel: string): void { ring(parcel); }
}
function ring(parcel: string): void {}
`;
const POST = `
//- src/carrier.ts
${CARRIER}//- src/deliver.ts
import { scheduleRetry } from "./retry.ts";
export function deliver(parcel: string, extra: any): number {
  extra.unheardOf();
  return scheduleRetry(3);
}
//- src/retry.ts
export function scheduleRetry(attempt: number): number {
  return attempt;
}
//- src/sorting.ts
${SORTING.join("\n")}
//- schema.sql
CREATE VIEW recent AS SELECT max(id) FROM parcels;
`;

const workspace = createWorkspace();
const post = workspace.tree("post", POST);
const bare = workspace.tree(
  "bare",
  "//- a.ts\nexport function first(): void { second(); }\nfunction second(): void {}\n//- b.ts\nconst " +
    "one = 1;\n\n\nconst two = 2;\n",
);
writeFile(`${post}/src/broken.ts`, "export function broken( {{{ ]] deliver(1;\n");
const site = await openSite(workspace, [post, bare]);

const carrier = address("file", { path: post, file: "src/carrier.ts" });

const covered = (page: Page): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Coverage" }) });

/** Selects all that is in the first element and says what a browser would copy of it. */
function selected(page: Page, selector: string): Promise<string> {
  return page.evaluate(
    `getSelection().selectAllChildren(document.querySelector(${JSON.stringify(selector)})), ` +
      "getSelection().toString()",
  );
}

describe.skipIf(!site.isVisited)("the console", () => {
  it.each([
    ["of a file", carrier],
    ["of a result", address("search", { path: post, query: "Bike" })],
  ])("colours the code %s, which is selected without the numbers of its lines", async (_of, hash) => {
    await using visit = await site.begin(hash);
    const { page } = visit;
    await page.locator(".code .hljs-keyword").first().waitFor();
    expect(await page.locator(".code").first().locator(".hljs-keyword").allTextContents()).toEqual(
      expect.arrayContaining(["class", "implements"]),
    );
    const lines = (await selected(page, ".code")).split("\n").filter((line) => line.trim() !== "");
    expect(lines).toContain("export class Bike implements Carrier {");
    expect(lines.filter((line) => !CARRIER.split("\n").includes(line))).toEqual([]);
    expect(visit.problems).toEqual([]);
  });

  it("numbers the lines of a result as in its file, wherever its preview begins", async () => {
    await using visit = await site.begin(address("search", { path: post, query: "zeppelin" }));
    const { page } = visit;
    const result = page.locator(".result").filter({ hasText: "sortParcels" }).first();
    await result.waitFor();
    const lines = await result
      .locator(".code li")
      .evaluateAll((items) =>
        items.map((item) => [
          Number(item.querySelector(".number")?.textContent),
          item.querySelector(".text")?.textContent?.trimEnd(),
        ]),
      );
    expect(lines.map(([number]) => SORTING[Number(number) - 1])).toEqual(lines.map(([, text]) => text));
    // Otherwise this would show nothing.
    expect(lines[0]?.[0]).toBeGreaterThan(1);
    expect(await result.locator("h2").innerText()).toContain("src/sorting.ts:1-");
    expect(visit.problems).toEqual([]);
  });

  it("has code that is selected with its blank lines", async () => {
    await using visit = await site.begin(address("file", { path: bare, file: "b.ts" }));
    await visit.page.locator("#L4").waitFor();
    expect(await selected(visit.page, ".code")).toBe("const one = 1;\n\n\nconst two = 2;");
    expect(visit.problems).toEqual([]);
  });

  it("copies the call and its answer as they stand", async () => {
    await using visit = await site.begin(carrier);
    const { page, context } = visit;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const wire = page.locator("article .wire");
    await wire.getByText("The call and its answer").click();
    await wire.locator("pre").nth(1).waitFor();
    const copied = async (name: string): Promise<unknown> => {
      const heading = wire.getByRole("heading", { name });
      await heading.getByRole("button", { name: "Copy" }).click();
      await heading.getByRole("button", { name: "Copied" }).waitFor();
      return JSON.parse(await page.evaluate("navigator.clipboard.readText()"));
    };
    expect(await copied("Call")).toEqual({
      name: "read_file",
      arguments: { path: `${post}/src/carrier.ts` },
    });
    expect(await copied("Answer")).toEqual(JSON.parse(await wire.locator("pre").nth(1).innerText()));
    expect(visit.problems).toEqual([]);
  });

  it("lists of an outline what its filter has in it", async () => {
    await using visit = await site.begin(carrier);
    const { page } = visit;
    const names = page.locator(".outline a:first-child");
    const filter = page.getByLabel("Filter the outline");
    const listed = async (): Promise<string[]> =>
      (await names.allInnerTexts()).map((text) => text.replace(/\s+/, " "));
    await names.first().waitFor();
    const all = await listed();
    const kept = [
      ["SEND", ["method Carrier.send", "method Bike.send"]],
      [" bike ", ["class Bike", "method Bike.send", "method Bike.ringTwice"]],
      ["nothing of it", []],
      ["", all],
    ] as const;
    for (const [text, expected] of kept) {
      await filter.fill(text);
      await expect.poll(listed, { ...SOON, message: text }).toEqual(expected);
    }
    await filter.fill("twice");
    await names.filter({ hasText: "ringTwice" }).click();
    await page.locator("#L4.chosen").waitFor();
    expect(await filter.inputValue()).toBe("twice");
    expect(visit.problems).toEqual([]);
  });

  it.each([
    [
      "calls that it could not follow, and code that it could not read",
      { symbol: "deliver" },
      [
        "1 call may belong here and could not be resolved; 1 file could be parsed only in part; " +
          "calls of sql are not followed.",
      ],
    ],
    [
      "definitions that are beyond a limit",
      { symbol: "ring", limit: "1" },
      ["2 more definitions are beyond the limit.", "This is not all: the answer was cut at a limit."],
    ],
    ["nothing, where nothing is missing", { path: bare, symbol: "first" }, ["No known gaps."]],
  ])("says of a graph that it lacks %s", async (_what, values, lacks) => {
    await using visit = await site.begin(address("graph", { path: post, ...values }));
    for (const lack of lacks) await covered(visit.page).getByText(lack).waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("leads from what a graph lacks to the line in question, and to more of it", async () => {
    await using visit = await site.begin(
      address("graph", { path: post, symbol: "deliver", direction: "callees" }),
    );
    const { page } = visit;
    await covered(page)
      .getByText(/^Notes/)
      .click();
    await covered(page)
      .getByRole("listitem")
      .filter({ hasText: "unheardOf() is not resolved" })
      .getByRole("link", { name: "src/deliver.ts:3" })
      .click();
    await page.locator("#L3.chosen").waitFor();
    await page.goto(`${site.url}/${address("graph", { path: post, symbol: "ring", limit: "1" })}`);
    await covered(page).getByRole("link", { name: "Show more" }).click();
    await page.locator(".tree .symbol").filter({ hasText: "Bike.ringTwice" }).waitFor();
    expect(visit.problems).toEqual([]);
  });
});
