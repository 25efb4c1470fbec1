/** What stays in sight and in one piece, on a wide and on a small screen, and what people need not see. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SOON } from "../support/browser.ts";
import { address, drawn, openSite, placeOf } from "../support/console.ts";
import { createWorkspace } from "../support/workspace.ts";

const LONG = "scheduleRetryOfEveryParcelThatNoCarrierHasTakenByTheEvening";
const CALLEES = Array.from({ length: 40 }, (_, at) => `callee${at}`);
const SHOP = `
//- src/deep/folder/retry.ts
export class Retry {
  delay = 1;
  constructor(readonly limit: number) {}
  ${LONG}(): number { return this.delay; }
}
${Array.from({ length: 200 }, (_, at) => `export const line${at} = ${at};`).join("\n")}
//- src/fan.ts
import type { Door } from "./doors.ts";
export function fan(door: Door): void { door.open(); ${CALLEES.map((name) => `${name}();`).join(" ")} }
${CALLEES.map((name) => `function ${name}(): void {}`).join("\n")}
//- src/doors.ts
export interface Door { open(): void }
export class Gate implements Door { open(): void {} }
`;
const WIDTHS = [1280, 400] as const;

const workspace = createWorkspace();
const shop = workspace.tree("shop", SHOP);
const site = await openSite(workspace, [shop]);

const file = address("file", { path: shop, file: "src/deep/folder/retry.ts" });

/** Number of lines that the text of an element is broken into. */
function linesOf(element: Locator): Promise<number> {
  return element.evaluate((one) => {
    const range = one.ownerDocument.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

async function open(page: Page, width: number, hash: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${site.url}/${hash}`);
}

describe.skipIf(!site.isVisited)("in the console", () => {
  it.each(WIDTHS)("buttons and links of one word are not broken, at %d pixels", async (width) => {
    await using visit = await site.begin();
    const { page } = visit;
    await open(page, width, "#/");
    const button = page.getByRole("button", { name: "Index", exact: true });
    await button.waitFor();
    expect(await linesOf(button)).toBe(1);
    await open(page, width, file);
    const symbol = page.locator(".outline li").filter({ hasText: LONG });
    const calls = symbol.getByRole("link", { name: "calls" });
    await calls.waitFor();
    expect(await linesOf(calls)).toBe(1);
    const [own, whole] = [await calls.boundingBox(), await symbol.boundingBox()];
    expect(own && whole && own.x + own.width <= whole.x + whole.width).toBe(true);
    expect(visit.problems).toEqual([]);
  });

  it.each(WIDTHS)("the name of a file stays in sight while it is read, at %d pixels", async (width) => {
    await using visit = await site.begin();
    const { page } = visit;
    await open(page, width, `${file}&startLine=150`);
    await page.locator("#L150.chosen").waitFor();
    await expect
      .poll(() => page.locator("html").evaluate((root) => root.scrollTop), SOON)
      .toBeGreaterThan(500);
    const [head, name] = [await page.locator("header").boundingBox(), await page.locator("h1").boundingBox()];
    expect(name?.y).toBeGreaterThanOrEqual((head?.height ?? 0) - 1);
    expect((name?.y ?? 800) + (name?.height ?? 0)).toBeLessThan(200);
    expect(await linesOf(page.locator("h1 > :last-child"))).toBe(1);
    expect(await page.locator("h1").innerText()).toMatch(/shop\s*\/src\/deep\/folder\/\s*retry\.ts/);
    expect(visit.problems).toEqual([]);
  });

  it("each kind of symbol has a mark of its own in an outline, counted beside its filter", async () => {
    await using visit = await site.begin(file);
    const { page } = visit;
    await page.locator(".outline li").first().waitFor();
    const kinds = await page
      .locator(".outline .kind")
      .evaluateAll((marks) => marks.map((mark) => `${mark.textContent} ${mark.getAttribute("title")}`));
    expect(new Set(kinds.slice(0, 5))).toEqual(
      new Set(["class class", "field field", "ctor constructor", "method method"]),
    );
    const filter = page.getByLabel("Filter the outline");
    expect(await filter.getAttribute("placeholder")).toBe("Filter by name");
    const counted = page.locator("aside").getByRole("status");
    expect(await counted.innerText()).toMatch(/^20\d symbols$/);
    await filter.fill("limit");
    await expect.poll(() => counted.innerText(), SOON).toMatch(/^1 of 20\d symbols$/);
    expect(visit.problems).toEqual([]);
  });

  it.each(WIDTHS)("a drawing begins at its root, at %d pixels", async (width) => {
    await using visit = await site.begin();
    const { page } = visit;
    await open(page, width, address("graph", { path: shop, symbol: "fan", limit: "50", form: "drawing" }));
    await page.locator("svg .root").waitFor();
    await drawn(page);
    const [pane, root] = [
      await page.locator(".pane").boundingBox(),
      await page.locator("svg .root").boundingBox(),
    ];
    if (!pane || !root) throw new Error("nothing is drawn");
    expect(root.y).toBeGreaterThanOrEqual(pane.y);
    expect(root.y + root.height).toBeLessThanOrEqual(pane.y + pane.height);
    expect(root.x + root.width).toBeLessThanOrEqual(pane.x + pane.width);
    // Otherwise this would show nothing.
    expect((await page.locator("svg").boundingBox())?.height).toBeGreaterThan(pane.height);
    expect(visit.problems).toEqual([]);
  });

  it("the form of a graph is in its address, and is kept from one graph to the next", async () => {
    await using visit = await site.begin(address("graph", { path: shop, symbol: "fan" }));
    const { page } = visit;
    await page.locator(".tree .symbol").first().waitFor();
    await page.getByText("drawing", { exact: true }).click();
    await page.locator("svg .root").waitFor();
    expect(placeOf(page)).toEqual({ path: shop, symbol: "fan", form: "drawing" });
    await page.reload();
    await page.locator("svg a").filter({ hasText: "callee7" }).click();
    await page.getByRole("heading", { level: 1, name: "callee7" }).waitFor();
    await page.locator("svg .root").waitFor();
    expect(placeOf(page)["form"]).toBe("drawing");
    expect(visit.problems).toEqual([]);
  });

  it("of the calls in a graph, only those that are not resolved say so", async () => {
    await using visit = await site.begin(address("graph", { path: shop, symbol: "fan", limit: "50" }));
    const { page } = visit;
    await page.locator(".tree .symbol").filter({ hasText: "callee7" }).waitFor();
    expect(await page.locator(".sites li").count()).toBeGreaterThan(CALLEES.length);
    const said = await page.locator(".sureness").allInnerTexts();
    expect(new Set(said)).toEqual(new Set(["possible"]));
    expect(visit.problems).toEqual([]);
  });

  it("a codebase has a short name, and its fingerprint and content hash only on request", async () => {
    await using visit = await site.begin(address("codebase", { path: shop }));
    const { page } = visit;
    await page.getByText(/^\d+ files/).waitFor();
    expect(await page.getByLabel("Codebase").locator("option").allInnerTexts()).toEqual(["shop"]);
    const hash = page.getByRole("row", { name: /Content hash [0-9a-f]{64}/ });
    expect(await hash.count()).toBe(0);
    await page.getByText("Details", { exact: true }).click();
    await hash.waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("advice is a button, and not a call in the words of the protocol", async () => {
    await using visit = await site.begin(
      address("search", { path: shop, query: "hippopotamus zebra giraffe callee7 unheard of" }),
    );
    const { page } = visit;
    const note = page.locator(".warnings li").filter({ hasText: "Nothing here is close to the question." });
    await note.waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/hints|NO_CONFIDENT|`/);
    await note.getByRole("link", { name: "Search all files" }).click();
    await page.waitForURL(/scope=mixed/);
    expect(visit.problems).toEqual([]);
  });
});
