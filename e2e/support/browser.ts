/** A browser installed on the system, and server pages in it that record every problem. */
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
/** Disables the browser's own network requests: without a network, each of them would wait for an answer. */
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

/** Null if no browser is found and none can be installed. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findBrowser() ?? (await installBrowser());
  return executablePath === null ? null : chromium.launch({ executablePath, args: FLAGS });
}

function findBrowser(): string | null {
  // The last one is Playwright's own browser, if installed.
  return (
    [process.env["SATORI_TEST_BROWSER"], ...PLACES, chromium.executablePath()].find(
      (path) => path !== undefined && existsSync(path),
    ) ?? null
  );
}

/**
 * Installs a system package. Unlike those of npm and Python, a system's packages may not be available: a
 * failure is printed and does not fail the tests.
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

/** One visitor: a new browser context, and all problems on its pages. */
export class Visit implements AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of scripts and on the console, dialogs, and requests to anything but the server. */
  readonly problems: string[] = [];
  private readonly origin: string;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.watch(page);
  }

  /** @param url the server's URL, without a path @param hash fragment of the page's address */
  static async begin(browser: Browser, url: string, hash = ""): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const visit = new Visit(context, await context.newPage(), url);
    await visit.page.goto(`${url}/${hash}`);
    return visit;
  }

  /**
   * Another page in the same browser: it shares the browser's storage, but not what each tab stores for
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
