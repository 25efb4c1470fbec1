/** The command `console`: serves the web console to the user's own browser. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { delimiter, resolve, win32 } from "node:path";
import { printableLine } from "@satori/render";
import { isHomeOrTop, requireFolder, servableFolder } from "../codebase.ts";
import type { Answer, CommandContext, CommandOptions, CommandSpec } from "../command.ts";
import { commandEnvelope, CommandError } from "../failure.ts";
import { endEnvelope, LOG_OPTIONS, runServer, serverFlags } from "../server-process.ts";
import { httpSettings } from "../session.ts";

/** The default port of servers. A fixed port matters because browsers store data by address. */
const USUAL_PORT = 7411;
const HOST = "127.0.0.1";
const TOKEN_BYTES = 32;

export const consolePage: CommandSpec = {
  usage: "console [paths...]",
  tool: null,
  summary: "Show code in the browser: search, outlines, callers, indexes.",
  details:
    "Serves a page to this machine until Ctrl-C, prints its address, and opens it in the browser, if " +
    "there is one. The page shows only the given folders; by default those of --path or " +
    "SATORI_ALLOWED_ROOTS, or the codebase around the working directory. A single folder is opened at " +
    "its own page, which offers to index it; --index starts that at once. The address contains a " +
    "token, without which nothing is shown: a new one each time, unless SATORI_HTTP_TOKEN is set. " +
    "With --json the address is in the envelope, which is printed when the server listens.",
  options: [
    {
      flags: "--port <port>",
      meaning: `port to listen on, 0 for a free one; default: ${USUAL_PORT}, or a free one`,
    },
    { flags: "--no-open", meaning: "only print the address" },
    { flags: "--index", meaning: "start indexing the folders that have no index" },
    ...LOG_OPTIONS,
  ],
  foreignOptions: {
    "--host": "the page is only for this machine; use satori serve for others",
    "--open": "it opens by default, if there is a browser",
  },
  examples: [
    "satori console",
    "satori console ~/src/shop ~/src/depot",
    "satori console --index",
    "satori console --no-open --port 8080",
  ],
  run: runConsole,
};

async function runConsole(
  context: CommandContext,
  operands: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const startedMs = performance.now();
  const { token: configured, allowedRoots } = await httpSettings(context.environment);
  const roots = await shownFolders(context, operands, allowedRoots);
  const token = configured ?? randomBytes(TOKEN_BYTES).toString("base64url");
  const port = String(options["port"] ?? (await usablePort()));
  let isPrinted = false;
  const end = await runServer({
    flags: serverFlags({ ...options, port }, ["port", "logLevel", "logFormat"]),
    environment: {
      ...context.environment,
      SATORI_ALLOWED_ROOTS: roots.join(delimiter),
      SATORI_HTTP_TOKEN: token,
      // The page shows histories of symbols.
      SATORI_TOOLS: context.environment["SATORI_TOOLS"] ?? "core,review",
    },
    onListening: (origin) => {
      const shown: Shown = {
        url: pageUrl(origin, { token, roots }),
        mcpUrl: `${origin}/mcp`,
        token,
        roots,
      };
      isPrinted = true;
      if (context.globals.json)
        context.terminal.out.write(
          `${JSON.stringify(commandEnvelope("console", shown, Math.round(performance.now() - startedMs)))}\n`,
        );
      else showTo(context, shown, options);
      if (options["index"] === true)
        void import("../remote/index-folders.ts").then(({ indexFolders }) =>
          indexFolders(context, { url: new URL(shown.mcpUrl), token, folders: roots }),
        );
    },
  });
  return {
    envelope: endEnvelope("console", end),
    text: "",
    exitCode: end.exitCode,
    ...(isPrinted ? { isPrinted } : {}),
  };
}

/**
 * The folders to show, absolute. Named folders are taken as they are. Throws for a path that is not a folder,
 * and for a folder that is unlikely to be intended.
 */
async function shownFolders(
  { globals, session }: CommandContext,
  operands: readonly string[],
  allowedRoots: readonly string[],
): Promise<readonly string[]> {
  if (operands.length > 0)
    return operands.map((operand) => servableFolder(resolve(globals.path ?? "", operand)));
  if (globals.path === undefined && allowedRoots.length > 0) return allowedRoots;
  if (globals.path !== undefined) requireFolder(resolve(globals.path));
  const root = (await session()).codebase();
  if (isHomeOrTop(root))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "the codebase here is the home folder or the file system's root: pass the folders to show, as " +
        "in satori console ~/src",
    );
  return [servableFolder(root)];
}

/** The usual port, or 0 if another program listens on it. */
function usablePort(): Promise<number> {
  return new Promise((settle) => {
    const probe = createServer();
    probe
      .once("error", () => settle(0))
      .listen({ host: HOST, port: USUAL_PORT }, () => probe.close(() => settle(USUAL_PORT)));
  });
}

/** The address of the page: that of the folder if there is one, that of all folders if there are several. */
export function pageUrl(origin: string, { token, roots }: Pick<Shown, "token" | "roots">): string {
  const [root] = roots;
  const secret = `token=${encodeURIComponent(token)}`;
  return roots.length === 1 && root !== undefined
    ? `${origin}/#/codebase?path=${encodeURIComponent(root)}&${secret}`
    : `${origin}/#${secret}`;
}

interface Shown {
  /** The page reads what follows the `#`; browsers do not send that anywhere. */
  readonly url: string;
  readonly mcpUrl: string;
  readonly token: string;
  readonly roots: readonly string[];
}

function showTo(
  { terminal: { out, err }, globals, environment }: CommandContext,
  { url, roots }: Shown,
  options: CommandOptions,
): void {
  out.write(`Console: ${url}\n`);
  const opener =
    options["open"] === false
      ? null
      : openerOf({ url, isTerminal: out.isTerminal, platform: process.platform, environment });
  if (opener) openPage(opener);
  if (!globals.quiet) err.write(`showing ${roots.map(printableLine).join(", ")}; press Ctrl-C to stop\n`);
}

// Opens a page in the user's browser, if there is one. Pure, but for `openPage`.

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

interface OpenerInput {
  readonly url: string;
  readonly isTerminal: boolean;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Null if nobody would see the page: in scripts and CI, over SSH, and without a screen. */
export function openerOf({ url, isTerminal, platform, environment }: OpenerInput): Opener | null {
  const isSet = (name: string): boolean => (environment[name] ?? "") !== "";
  if (!isTerminal || isSet("CI") || isSet("SSH_CONNECTION")) return null;
  if (platform === "darwin") return { command: "open", args: [url] };
  // By its full path, since Windows looks for programs in the working folder first; and not through `cmd`,
  // which would take an address apart at `&`.
  if (platform === "win32")
    return {
      command: win32.join(environment["SystemRoot"] ?? "C:\\Windows", "System32", "rundll32.exe"),
      args: ["url.dll,FileProtocolHandler", url],
    };
  // Without a screen, xdg-open would start a browser in the terminal.
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? { command: "xdg-open", args: [url] } : null;
}

/** Opens a page. Failures go unnoticed; the terminal shows the address too. */
export function openPage({ command, args }: Opener): void {
  // In a process group of its own, so that Ctrl-C in the terminal does not reach the browser.
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
