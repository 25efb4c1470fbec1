/** What strangers have written is shown as they wrote it, and runs nothing. */
import type { Browser } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { startHttp } from "../support/http-server.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const NAME = '"><img src=x onerror=alert(1)>.ts';
const CODE = `/** </pre><script>alert(2)</script> {{7*7}} \${alert(3)} */
export function deliver${"Parcel"}(): string {
  return "<svg onload=alert(4)>" + '<a href="javascript:alert(5)">';
}
`;

const address = (view: string, values: Readonly<Record<string, string>>): string => `#/${view}?${new URLSearchParams(values).toString()}`;

describe.skipIf(browser === null)("the console", () => {
  it("shows markup in names, code and questions as text", async () => {
    using workspace = createWorkspace();
    const root = workspace.path("shop");
    writeFile(`${root}/${NAME}`, CODE);
    await cliIn(workspace, root)(["index"]);
    await using server = await startHttp(workspace);
    const query = "deliverParcel <script>alert(6)</script>";
    await using visit = await Visit.begin(browser as Browser, server.url, address("search", { path: root, query }));
    const { page } = visit;
    await page.locator(".result").first().waitFor();
    expect(await page.locator(".result h2").first().innerText()).toContain(NAME);
    expect(await page.locator(".result .code").first().innerText()).toContain("<svg onload=alert(4)>");
    expect(await page.getByLabel("Question").inputValue()).toBe(query);
    await page.locator(".result h2 a").first().click();
    await page.locator("#L1").waitFor();
    expect(await page.locator(".code").innerText()).toContain("</pre><script>alert(2)</script> {{7*7}} ${alert(3)}");
    for (const hash of [address("graph", { path: root, symbol: "<img src=x onerror=alert(7)>" }), address("codebase", { path: "<img src=x onerror=alert(8)>" }), "#/file?path=javascript:alert(9)&file=%00", "#/%E0%A4%A?path=%"]) {
      await page.goto(`${server.url}/${hash}`);
      await page.reload();
      await page.getByRole("search").waitFor();
      await page.locator("main").getByText("Asking…").waitFor({ state: "detached" });
    }
    expect(await page.locator("main img, main script, main svg[onload]").count()).toBe(0);
    expect(visit.problems).toEqual([]);
  });

  it("shows long files part by part, lines that have no end, and says why it shows no others", async () => {
    using workspace = createWorkspace();
    const root = workspace.path("shop");
    writeFile(`${root}/long.ts`, Array.from({ length: 9_000 }, (_, at) => `export const line${at + 1} = ${at};\n`).join(""));
    writeFile(`${root}/wide.js`, `var wide = "${"x".repeat(400_000)}";\n`);
    writeFile(`${root}/picture.png`, new Uint8Array(5_000).map((_, at) => at % 7));
    await cliIn(workspace, root)(["index"]);
    await using server = await startHttp(workspace);
    const file = (name: string, lines: Readonly<Record<string, string>> = {}): string => address("file", { path: root, file: name, ...lines });
    await using visit = await Visit.begin(browser as Browser, server.url, file("long.ts"));
    const { page } = visit;
    await page.getByRole("button", { name: /^Read on from line \d+ of 9000$/ }).click();
    const before = await page.locator(".code li").count();
    await page.goto(`${server.url}/${file("long.ts", { startLine: "8000" })}`);
    await page.locator("#L8000.chosen").waitFor();
    expect(await page.locator("#L8000 .text").innerText()).toBe("export const line8000 = 7999;");
    expect(await page.locator("#L8000").evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await page.locator("#L8000").evaluate((line) => line.getBoundingClientRect().bottom)).toBeLessThan(900);
    expect(await page.locator(".code li").count()).toBeGreaterThan(before);
    await page.goto(`${server.url}/${file("wide.js")}`);
    await page.getByText("var wide", { exact: false }).first().waitFor();
    await page.goto(`${server.url}/${file("picture.png")}`);
    await page.getByRole("alert").waitFor();
    expect(visit.problems).toEqual([]);
  });
});
