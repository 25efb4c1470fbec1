/** What strangers have written is shown as they wrote it, and runs nothing. */
import type { Browser } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, SOON, Visit } from "../support/browser.ts";
import { cliIn } from "../support/cli.ts";
import { address } from "../support/console.ts";
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

describe.skipIf(browser === null)("the console", () => {
  it("shows markup in names, code and questions as text", async () => {
    using workspace = createWorkspace();
    const root = workspace.path("shop");
    writeFile(`${root}/${NAME}`, CODE);
    await cliIn(workspace, root)(["index"]);
    await using server = await startHttp(workspace);
    const query = "deliverParcel <script>alert(6)</script>";
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("search", { path: root, query }),
    );
    const { page } = visit;
    await page.locator(".result").first().waitFor();
    expect(await page.locator(".result h2").first().innerText()).toContain(NAME);
    expect(await page.locator(".result .code").first().innerText()).toContain("<svg onload=alert(4)>");
    expect(await page.getByLabel("Question").inputValue()).toBe(query);
    await page.locator(".result h2 a").first().click();
    await page.locator("#L1").waitFor();
    expect(await page.locator(".code").innerText()).toContain(
      "</pre><script>alert(2)</script> {{7*7}} ${alert(3)}",
    );
    for (const hash of [
      address("graph", { path: root, symbol: "<img src=x onerror=alert(7)>" }),
      address("codebase", { path: "<img src=x onerror=alert(8)>" }),
      "#/file?path=javascript:alert(9)&file=%00",
      "#/%E0%A4%A?path=%",
    ]) {
      await page.goto(`${server.url}/${hash}`);
      await page.reload();
      await page.getByRole("search").waitFor();
      await page.locator("main").getByText("Asking…").waitFor({ state: "detached" });
    }
    expect(await page.locator("main img, main script, main svg[onload]").count()).toBe(0);
    expect(visit.problems).toEqual([]);
  });

  it("shows characters that reorder what stands around them, and reorders nothing", async () => {
    using workspace = createWorkspace();
    const root = workspace.path("shop");
    writeFile(
      `${root}/\u202Est.exe.ts`,
      "/* \u202E } \u2066if (isAdmin)\u2069 \u2066 begin */\nexport function grantAccess(): void {}\n",
    );
    await cliIn(workspace, root)(["index"]);
    await using server = await startHttp(workspace);
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      address("search", { path: root, query: "grantAccess" }),
    );
    const { page } = visit;
    await page.locator(".result h2 a").first().click();
    await page.locator("#L1").waitFor();
    expect(await page.locator("h1").innerText()).toContain("<U+202E>st.exe.ts");
    expect(
      await page
        .locator("#L1 .invisible")
        .evaluateAll((signs) => signs.map((sign) => sign.getAttribute("data-name"))),
    ).toEqual(["U+202E", "U+2066", "U+2069", "U+2066"]);
    // What stands behind them in the text stands behind them on the page, and a copy of the line has them.
    const places = await page
      .locator("#L1 .text > *")
      .evaluateAll((pieces) => pieces.map((piece) => piece.getBoundingClientRect().left));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(await page.locator("#L1 .text").textContent()).toBe(
      "/* \u202E } \u2066if (isAdmin)\u2069 \u2066 begin */\n",
    );
    expect(visit.problems).toEqual([]);
  });

  it("shows long files part by part, lines that have no end, and says why it shows no others", async () => {
    using workspace = createWorkspace();
    const root = workspace.path("shop");
    writeFile(
      `${root}/long.ts`,
      Array.from({ length: 9_000 }, (_, at) => `export const line${at + 1} = ${at};\n`).join(""),
    );
    writeFile(`${root}/wide.js`, `var wide = "${"x".repeat(400_000)}";\nvar narrow = 1;\n`);
    writeFile(
      `${root}/picture.png`,
      new Uint8Array(5_000).map((_, at) => at % 7),
    );
    await cliIn(workspace, root)(["index"]);
    await using server = await startHttp(workspace);
    const file = (name: string, lines: Readonly<Record<string, string>> = {}): string =>
      address("file", { path: root, file: name, ...lines });
    await using visit = await Visit.begin(browser as Browser, server.url, file("long.ts"));
    const { page } = visit;
    await page.getByRole("button", { name: /^Read on from line \d+ of 9000$/ }).click();
    const before = await page.locator(".code li").count();
    await page.goto(`${server.url}/${file("long.ts", { startLine: "4500" })}`);
    await page.locator("#L4500.chosen").waitFor();
    expect(await page.locator("#L4500 .text").innerText()).toBe("export const line4500 = 4499;\n");
    expect(await page.locator("#L4500").evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(
      0,
    );
    expect(await page.locator("#L4500").evaluate((line) => line.getBoundingClientRect().bottom)).toBeLessThan(
      900,
    );
    expect(await page.locator(".code li").count()).toBeGreaterThan(before);
    await page.locator(".outline .current").waitFor();
    await expect
      .poll(
        () => page.locator(".outline .current").evaluate((symbol) => symbol.getBoundingClientRect().bottom),
        SOON,
      )
      .toBeLessThanOrEqual(900);
    await page.goto(`${server.url}/${file("long.ts", { startLine: "9001" })}`);
    await page.getByText("There is no line 9001.").waitFor();
    await page.goto(`${server.url}/${file("wide.js", { startLine: "2" })}`);
    await page.getByText("Line 1 exceeds the limit of an answer", { exact: false }).waitFor();
    await page.goto(`${server.url}/${file("picture.png")}`);
    await page.getByRole("alert").waitFor();
    expect(visit.problems).toEqual([]);
  });
});
