/** Who gets to see what the console shows: whoever has the token, in the tab that was given it. */
import type { Browser } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, Visit } from "../support/browser.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const TOKEN = "a-token-of-this-test";
const guarded = (workspace: Workspace): Promise<HttpProcess> =>
  startHttp(workspace, { environment: { SATORI_HTTP_TOKEN: TOKEN } });
/** Refusals of the server, which a browser puts into its console. */
const refused = (problems: readonly string[]): boolean =>
  problems.every((problem) => problem.includes("401"));

describe.skipIf(browser === null)("a server with a token", () => {
  it("asks for it, says that a wrong one is wrong, and lets the right one in until the tab is closed", async () => {
    using workspace = createWorkspace();
    await using server = await guarded(workspace);
    await using visit = await Visit.begin(browser as Browser, server.url);
    const { page } = visit;
    const enter = async (token: string): Promise<void> => {
      await page.getByLabel("This server requires a token").fill(token);
      await page.getByRole("button", { name: "Unlock" }).click();
    };
    await enter("another one");
    await page.getByText("The token is wrong.").waitFor();
    await enter("another-one");
    await page.getByText("The token is wrong.").waitFor();
    await enter(` ${TOKEN}\n`);
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    await (await visit.another()).getByLabel("This server requires a token").waitFor();
    expect(refused(visit.problems)).toBe(true);
  });

  it("takes it from an address, which keeps the place and not the token", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", "//- a.ts\nexport const a = 1;\n");
    await using server = await guarded(workspace);
    await using visit = await Visit.begin(
      browser as Browser,
      server.url,
      `#/file?path=${encodeURIComponent(shop)}&file=a.ts&token=${TOKEN}`,
    );
    await visit.page.getByText("export const a = 1;").waitFor();
    expect(visit.page.url()).toBe(`${server.url}/#/file?path=${encodeURIComponent(shop)}&file=a.ts`);
    expect(visit.problems).toEqual([]);
  });

  it("takes it from an address that is opened in a tab which asks for it", async () => {
    using workspace = createWorkspace();
    await using server = await guarded(workspace);
    await using visit = await Visit.begin(browser as Browser, server.url, "#token=of-yesterday");
    const { page } = visit;
    await page.getByText("The token is wrong.").waitFor();
    await page.goto(`${server.url}/#token=${TOKEN}`);
    await page.getByRole("heading", { name: "Codebases" }).waitFor();
    expect(page.url()).toBe(`${server.url}/`);
    expect(refused(visit.problems)).toBe(true);
  });

  it("that was started anew with another token asks again, in the middle of things", async () => {
    using workspace = createWorkspace();
    await using visit = await (async () => {
      await using server = await guarded(workspace);
      const begun = await Visit.begin(browser as Browser, server.url, `#token=${TOKEN}`);
      await begun.page.getByRole("heading", { name: "Codebases" }).waitFor();
      return begun;
    })();
    const { port } = new URL(visit.page.url());
    await using server = await startHttp(workspace, {
      args: ["--port", port],
      environment: { SATORI_HTTP_TOKEN: "another-token" },
    });
    expect(server.url).toContain(port);
    await visit.page.getByLabel("Folder on the server").fill(workspace.folder);
    await visit.page.getByRole("button", { name: "Index", exact: true }).click();
    await visit.page.getByText("The token is wrong.").waitFor();
  });
});

it.skipIf(browser === null)("a server that is gone is told of, and asked again when it is back", async () => {
  using workspace = createWorkspace();
  await using visit = await (async () => {
    await using server = await startHttp(workspace);
    const begun = await Visit.begin(browser as Browser, server.url);
    await begun.page.getByRole("heading", { name: "Codebases" }).waitFor();
    return begun;
  })();
  const { page } = visit;
  await page.goto(`${page.url().replace(/#.*/, "")}#/codebase?path=%2Fnowhere`);
  await page.getByRole("heading", { name: "No answer" }).waitFor();
  await using server = await startHttp(workspace, { args: ["--port", new URL(page.url()).port] });
  expect(server.url).not.toBe("");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "No answer" }).waitFor({ state: "detached" });
  await page.getByRole("alert").filter({ hasText: "/nowhere" }).waitFor();
});
