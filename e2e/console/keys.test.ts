/** The page by keys, and dialogs that are put away without having done anything. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SOON } from "../support/browser.ts";
import { address, callsOf, openSite } from "../support/console.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const shop = workspace.tree("shop", SHOP);
const site = await openSite(workspace, [shop]);

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}

describe.skipIf(!site.isVisited)("keys", () => {
  it("go through results, and no further than the first and the last", async () => {
    await using visit = await site.begin(
      address("search", { path: shop, query: "parcel retry", scope: "mixed" }),
    );
    const { page } = visit;
    const results = page.locator(".result h2 a");
    await results.nth(2).waitFor();
    const last = (await results.count()) - 1;
    const focused = (): Promise<number> =>
      results.evaluateAll((links) => links.findIndex((link) => link.ownerDocument.activeElement === link));
    const walks = [
      ["j", 0],
      ["j", 1],
      ["k", 0],
      ["k", 0],
      ["j j", 2],
      [Array.from({ length: last + 2 }, () => "j").join(" "), last],
      ["k", last - 1],
    ] as const;
    for (const [keys, at] of walks) {
      await press(page, keys);
      expect(await focused(), keys).toBe(at);
    }
    await press(page, "Control+k Alt+j Meta+j");
    expect(await focused()).toBe(last - 1);
    await press(page, "Enter");
    await page.locator(".code li.chosen").first().waitFor();
    await page.goBack();
    await results.first().waitFor();
    await press(page, "k");
    expect(await focused()).toBe(last);
    expect(visit.problems).toEqual([]);
  });

  it("lead to the question and out of it, where they are letters like any others", async () => {
    await using visit = await site.begin(address("search", { path: shop, query: "retry" }));
    const { page } = visit;
    const question = page.getByLabel("Question");
    const isIn = (): Promise<boolean> =>
      question.evaluate((input) => input.ownerDocument.activeElement === input);
    await page.locator(".result").first().waitFor();
    expect(await isIn()).toBe(false);
    await press(page, "/");
    expect(await isIn()).toBe(true);
    // What was asked before is replaced by what is typed.
    await page.keyboard.type("jk/?");
    expect(await question.inputValue()).toBe("jk/?");
    await press(page, "Escape");
    expect(await isIn()).toBe(false);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await press(page, "j");
    expect(
      await page
        .locator(".result h2 a")
        .first()
        .evaluate((link) => link.ownerDocument.activeElement === link),
    ).toBe(true);
    expect(visit.problems).toEqual([]);
  });

  it("are listed by one of them", async () => {
    await using visit = await site.begin("#/");
    const { page } = visit;
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    await press(page, "?");
    const list = page.getByRole("dialog", { name: "Keys" });
    await list.waitFor();
    expect(await list.locator("kbd").allInnerTexts()).toEqual(["/", "j", "k", "Enter", "Esc", "?"]);
    // What lies below the list is left alone.
    await press(page, "/ j ?");
    expect(await list.evaluate((dialog) => dialog.contains(dialog.ownerDocument.activeElement))).toBe(true);
    await press(page, "Escape");
    await list.waitFor({ state: "hidden" });
    await press(page, "?");
    await list.getByRole("button", { name: "Close" }).click();
    await list.waitFor({ state: "hidden" });
    await press(page, "/");
    expect(
      await page.getByLabel("Question").evaluate((input) => input.ownerDocument.activeElement === input),
    ).toBe(true);
    expect(visit.problems).toEqual([]);
  });

  it.each([
    ["Keep it", (page: Page) => page.getByRole("button", { name: "Keep it" }).click()],
    ["Escape", (page: Page) => press(page, "Escape")],
  ])(
    "and buttons put the question away whether an index is to be removed, which stays: %s",
    async (_name, putAway) => {
      await using visit = await site.begin(address("codebase", { path: shop }));
      const { page } = visit;
      await page.getByText(/^3 files/).waitFor();
      const calls = callsOf(page);
      await page.getByRole("button", { name: "Remove the index…" }).click();
      const question = page.getByRole("dialog", { name: "Remove the index" });
      await question.waitFor();
      await putAway(page);
      await question.waitFor({ state: "hidden" });
      await page.getByRole("link", { name: "Satori", exact: true }).click();
      await page
        .locator("main tr")
        .filter({ hasText: shop })
        .locator(".state:is(.indexed, .sync_completed)")
        .waitFor();
      await expect
        .poll(() => calls.map(({ tool, args }) => [tool, args["action"]]), SOON)
        .toEqual([["list_codebases", undefined]]);
      expect(visit.problems).toEqual([]);
    },
  );
});
