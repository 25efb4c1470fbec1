/** A browser of the system's, and pages of the server in it that may not go wrong unseen. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { installOnce, run } from "../../tools/installed.ts";
import { PATIENCE_MS } from "./environment.ts";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
/** It looks for nothing outside: on a machine without a network each such try would wait for an answer. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Options of `expect.poll`. */
export const SOON = { timeout: PATIENCE_MS } as const;

/** Null where there is none and none can be installed. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findBrowser() ?? (await installBrowser());
  return executablePath === null ? null : chromium.launch({ executablePath, args: FLAGS });
}

function findBrowser(): string | null {
  // The last one is Playwright's own, where somebody has installed it.
  return (
    [process.env["SATORI_TEST_BROWSER"], ...PLACES, chromium.executablePath()].find(
      (path) => path !== undefined && existsSync(path),
    ) ?? null
  );
}

/**
 * Packages of a system are not ours to have, unlike those of npm and Python: a machine that refuses them is
 * told of, and no failure.
 */
async function installBrowser(): Promise<string | null> {
  const install = ["install", "--yes", "--no-install-recommends", "chromium"];
  const problem = await installOnce("chromium", () =>
    run("apt-get", install).catch(() => run("apt-get", ["update"]).then(() => run("apt-get", install))),
  ).then(() => "", String);
  const found = findBrowser();
  if (found === null)
    process.stderr.write(`SKIPPED: there is no browser, and none can be installed ${problem}\n`);
  return found;
}

/** One visitor: a browser without a past, and all that went wrong on its pages. */
export class Visit implements AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of scripts and of the console, dialogs of scripts, and requests to anywhere but the server. */
  readonly problems: string[] = [];
  private readonly origin: string;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.watch(page);
  }

  /** @param url of the server, without a path; @param hash what the page's address has behind it */
  static async begin(browser: Browser, url: string, hash = ""): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const visit = new Visit(context, await context.newPage(), url);
    await visit.page.goto(`${url}/${hash}`);
    return visit;
  }

  /**
   * Another page in the same browser: it shares what is kept for all, and nothing of what a tab keeps for
   * itself.
   */
  async another(hash = ""): Promise<Page> {
    const page = await this.context.newPage();
    this.watch(page);
    await page.goto(`${this.origin}/${hash}`);
    return page;
  }

  private watch(page: Page): void {
    page.on("pageerror", ({ message }) => void this.problems.push(message));
    page.on("console", (message) => void (message.type() === "error" && this.problems.push(message.text())));
    page.on(
      "request",
      (request) =>
        void (request.url().startsWith(`${this.origin}/`) || this.problems.push(`asked ${request.url()}`)),
    );
    page.on("dialog", (dialog) => {
      this.problems.push(`said ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
  }
}
