/**
 * The browser of whoever sits at the terminal: which program opens a page there, where there is one. Pure,
 * but for `openPage`.
 */
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

/** Null where nobody would see the page: in scripts and CI, over SSH, and where there is no screen. */
export function openerOf({ url, isTerminal, platform, environment }: OpenerInput): Opener | null {
  const isSet = (name: string): boolean => (environment[name] ?? "") !== "";
  if (!isTerminal || isSet("CI") || isSet("SSH_CONNECTION")) return null;
  if (platform === "darwin") return { command: "open", args: [url] };
  // A word of cmd itself, which takes the first text in quotes for the title of a window.
  if (platform === "win32") return { command: "cmd", args: ["/c", "start", "", url] };
  // Without a screen it would start a browser in the terminal.
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? { command: "xdg-open", args: [url] } : null;
}

/** Whether a page opens, nobody here learns: its address stands in the terminal as well. */
export function openPage({ command, args }: Opener): void {
  // A group of its own, so that Ctrl-C in the terminal leaves the browser alone.
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
