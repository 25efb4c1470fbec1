import { expect, it } from "vitest";
import { openerOf, openPage, pageUrl } from "../commands/console.ts";

const URL = "http://127.0.0.1:7411/#/codebase?path=%2Fa&token=a%26b";

it.each<[NodeJS.Platform, Record<string, string>, readonly string[] | null]>([
  ["linux", { DISPLAY: ":0" }, ["xdg-open", URL]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", URL]],
  ["freebsd", { DISPLAY: ":0", CI: "" }, ["xdg-open", URL]],
  ["darwin", {}, ["open", URL]],
  [
    "win32",
    { SystemRoot: "D:\\Windows" },
    ["D:\\Windows\\System32\\rundll32.exe", "url.dll,FileProtocolHandler", URL],
  ],
  ["win32", {}, ["C:\\Windows\\System32\\rundll32.exe", "url.dll,FileProtocolHandler", URL]],
  ["linux", {}, null],
  ["linux", { DISPLAY: "" }, null],
  ["linux", { DISPLAY: ":0", CI: "true" }, null],
  ["darwin", { CI: "1" }, null],
  ["darwin", { SSH_CONNECTION: "10.0.0.1 50000 10.0.0.2 22" }, null],
])("on %s with %j a page is opened by %j", (platform, environment, expected) => {
  const opener = openerOf({ url: URL, isTerminal: true, platform, environment });
  expect(opener && [opener.command, ...opener.args]).toEqual(expected);
  expect(openerOf({ url: URL, isTerminal: false, platform, environment })).toBeNull();
});

it("a program that is not there is no failure", async () => {
  openPage({ command: "no-such-opener-here", args: [URL] });
  // A failure would surface in one of the next turns, as an error that ends the process.
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
});

it.each([
  [["/a b/c&d"], "http://h/#/codebase?path=%2Fa%20b%2Fc%26d&token=t%26u"],
  [["/a", "/b"], "http://h/#token=t%26u"],
])("the page of %j is at %s", (roots, url) => expect(pageUrl("http://h", { token: "t&u", roots })).toBe(url));
