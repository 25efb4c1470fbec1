/** Opens a page in the user's browser, if there is one. Pure, but for `openPage`. */
import { spawn } from "node:child_process";

export interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

export interface OpenerInput {
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
  // `start` is built into cmd and takes the first quoted text as the title of a window.
  if (platform === "win32") return { command: "cmd", args: ["/c", "start", "", url] };
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
