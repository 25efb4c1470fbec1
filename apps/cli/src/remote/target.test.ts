import { expect, test } from "vitest";
import { nearestRoot, remoteFolder, targetName, targetOf } from "./target.ts";

test("an address begins with http, anything else is a command", () => {
  expect(targetOf("http://127.0.0.1:7411/mcp")).toEqual({
    kind: "url",
    url: new URL("http://127.0.0.1:7411/mcp"),
  });
  expect(targetOf("HTTPS://host/mcp")).toMatchObject({ kind: "url" });
  expect(targetOf(String.raw`"C:\Program Files\node.exe" server.js --root .`)).toEqual({
    kind: "command",
    command: String.raw`C:\Program Files\node.exe`,
    args: ["server.js", "--root", "."],
  });
  expect([targetOf("http://"), targetOf(""), targetOf('""'), targetOf("'open")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("a name for messages has no password and no query", () => {
  expect(targetName(targetOf("https://me:secret@host:8443/mcp?key=secret") as never)).toBe(
    "https://host:8443/mcp",
  );
  expect(targetName(targetOf("satori-mcp --root /secret") as never)).toBe("satori-mcp");
});

test("a folder is named as the server's machine names it", () => {
  expect(remoteFolder("/work", null)).toBe("/work");
  expect(remoteFolder("/work", "/srv/shop")).toBe("/srv/shop");
  expect(remoteFolder("/work", String.raw`C:\shop`)).toBe(String.raw`C:\shop`);
  expect(remoteFolder("/work", "shop")).toBe("/work/shop");
});

test("the nearest codebase is the longest root above a folder, whichever way it separates names", () => {
  const roots = ["/srv", "/srv/shop", "/srv/shop/api", String.raw`C:\shop`];
  expect(
    [
      "/srv/shop/web",
      "/srv/shop",
      "/srv/shopping",
      "/other",
      String.raw`C:\shop\web`,
      String.raw`C:\shopping`,
    ].map((folder) => nearestRoot(roots, folder)),
  ).toEqual(["/srv/shop", "/srv/shop", "/srv", null, String.raw`C:\shop`, null]);
  expect(["/a", String.raw`C:\a`].map((folder) => nearestRoot(["/"], folder))).toEqual(["/", null]);
  expect(
    ["c:/Shop/web", String.raw`C:\..shop`, String.raw`D:\shop`].map((folder) =>
      nearestRoot([String.raw`C:\shop`, "C:\\"], folder),
    ),
  ).toEqual([String.raw`C:\shop`, "C:\\", null]);
  expect(nearestRoot([String.raw`\\host\share`], String.raw`\\host\share\a`)).toBe(String.raw`\\host\share`);
});
