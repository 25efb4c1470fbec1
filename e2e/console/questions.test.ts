/**
 * Questions in a browser: what they are about, what shapes them, and what an answer says of what it has not.
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { address, answered, ask, callOf, callsOf, headings, openSite, placeOf } from "../support/console.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const POST = `
//- src/retry.ts
/** Decides when a failed delivery is tried again. */
export function scheduleRetry(attempt: number): number {
  return backoff(attempt) * 1000;
}

function backoff(attempt: number): number {
  return 2 ** attempt;
}
//- src/weigh.ts
export function weighParcel(grams: number): number {
  return grams / 1000;
}
//- src/retry.test.ts
import { scheduleRetry } from "./retry.ts";
it("is tried again", () => scheduleRetry(1));
//- docs/retries.md
# Retries
scheduleRetry says when a failed delivery is tried again.
`;

const workspace = createWorkspace();
const post = workspace.tree("post", POST);
const shop = workspace.tree("shop", SHOP);
const site = await openSite(workspace, [post, shop]);

const search = (values: Readonly<Record<string, string>>): string =>
  address("search", { path: post, ...values });

describe.skipIf(!site.isVisited)("a question", () => {
  it("goes to the codebase that was chosen last, where the address names none", async () => {
    await using visit = await site.begin(address("codebase", { path: post }));
    const { page } = visit;
    const chosen = (of: Page): Promise<string> => of.getByLabel("Codebase").inputValue();
    await page.getByLabel("Codebase").selectOption(shop);
    await page.getByRole("heading", { level: 1, name: "shop" }).waitFor();
    await page.getByRole("link", { name: "Satori", exact: true }).click();
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    expect(await chosen(page)).toBe(shop);
    const another = await visit.another();
    await another.locator("main table").waitFor();
    expect(await chosen(another)).toBe(shop);
    await ask(another, "deliver");
    await answered(another, "deliver");
    expect(placeOf(another)).toEqual({ path: shop, query: "deliver" });
    expect(visit.problems).toEqual([]);
  });

  it("is shaped by its filters, which stand in the address and are found there again", async () => {
    await using visit = await site.begin(search({ query: "scheduleRetry" }));
    const { page } = visit;
    await answered(page, "src/retry.ts");
    const calls = callsOf(page);
    const chosen: Record<string, string> = {};
    const choices = [
      ["Search in", "scope", "mixed"],
      ["One result per", "groupBy", "file"],
      ["Results", "limit", "50"],
      ["Search in", "scope", "docs"],
      ["Results", "limit", "20"],
    ] as const;
    for (const [group, name, value] of choices) {
      chosen[name] = value;
      const asked = page.waitForRequest((request) => callOf(request) !== null);
      await page.getByRole("group", { name: group }).getByText(value, { exact: true }).click();
      await asked;
      expect(String(calls.at(-1)?.args[name]), name).toBe(value);
      expect(placeOf(page)).toEqual({ path: post, query: "scheduleRetry", ...chosen });
    }
    expect(calls.at(-1)?.args).toEqual({
      path: post,
      query: "scheduleRetry",
      scope: "docs",
      groupBy: "file",
      limit: 20,
      debug: true,
    });
    await page.locator(".result").filter({ hasText: "docs/retries.md" }).locator("h2 a").click();
    await page.locator("#L1").waitFor();
    await page.goBack();
    await answered(page, "docs/retries.md");
    const another = await visit.another(page.url().slice(page.url().indexOf("#")));
    await answered(another, "docs/retries.md");
    for (const tab of [page, another]) {
      expect(await tab.locator(".choice label:has(input:checked)").allInnerTexts()).toEqual([
        "docs",
        "file",
        "20",
      ]);
      expect(
        (await headings(tab)).filter((heading) => !/docs\/retries\.md|retry\.test\.ts/.test(heading)),
      ).toEqual([]);
    }
    expect(visit.problems).toEqual([]);
  });

  it.each([
    [
      "docs/retries.md failed delivery",
      "The question names docs/retries.md, excluded by scope.",
      { query: "docs/retries.md failed delivery", scope: "docs" },
      "docs/retries.md",
    ],
    [
      "-path:src/weigh.ts src/weigh.ts grams",
      "The question names src/weigh.ts, excluded by exclude.",
      { query: "src/weigh.ts grams" },
      "weighParcel",
    ],
  ])(
    "tells of a file that filters leave out, and is asked without them: %s",
    async (query, told, place, found) => {
      await using visit = await site.begin(search({ query }));
      const { page } = visit;
      const note = page.locator(".notes li").filter({ hasText: told });
      await note.getByRole("link", { name: "Search without this filter" }).click();
      await answered(page, found);
      expect(placeOf(page)).toEqual({ path: post, ...place });
      expect(await page.locator(".notes").getByText("excluded by").count()).toBe(0);
      expect(visit.problems).toEqual([]);
    },
  );

  it.each([
    ["hippopotamus parcels", "Not in this codebase: hippopotamus"],
    ["sheduleRetry attempt", "No symbol is named sheduleRetry; also searched for scheduleRetry"],
  ])("tells of words that nothing has: %s", async (query, told) => {
    await using visit = await site.begin(search({ query }));
    await visit.page.getByText(told).waitFor();
    expect(visit.problems).toEqual([]);
  });
});
