import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { ClientRoots, callFolders, confinedFolders, foldersOf } from "./client-roots.ts";

it("keeps local folders in their order and drops what is none", () => {
  const uris = [
    "file:///work/a%20b",
    "https://example.com/c",
    "no url",
    "file://other-machine/share",
    "file:///work/d",
  ];
  expect(foldersOf(uris.map((uri) => ({ uri })))).toEqual(["/work/a b", "/work/d"]);
});

it("keeps folders on drives and shares on Windows, as editors write them", () => {
  const uris = [
    "file:///c%3A/Users/me/a%20b",
    "file:///C:/work",
    "file://server/share/code",
    "file:///work/d",
    "file:///c:/a%2Fb",
    "file:///c:/a%5Cb",
  ];
  expect(
    foldersOf(
      uris.map((uri) => ({ uri })),
      "win32",
    ),
  ).toEqual(["c:\\Users\\me\\a b", "C:\\work", "\\\\server\\share\\code"]);
});

describe("ClientRoots", () => {
  const answering = (...paths: string[]) => {
    let asked = 0;
    const ask = () => {
      asked++;
      return Promise.resolve(paths.map((path) => ({ uri: pathToFileURL(path).href })));
    };
    return { ask, asked: () => asked };
  };

  it("asks once, however many calls come, and again when told to forget", async () => {
    const roots = new ClientRoots();
    const client = answering("/a", "/b");
    expect(await Promise.all([roots.get(client.ask), roots.get(client.ask)])).toEqual([
      ["/a", "/b"],
      ["/a", "/b"],
    ]);
    expect([client.asked(), roots.isKnown]).toEqual([1, true]);
    roots.forget();
    await roots.get(client.ask);
    expect(client.asked()).toBe(2);
  });

  it("takes a client that cannot answer for one without roots", async () => {
    expect(await new ClientRoots().get(() => Promise.reject(new Error("timeout")))).toEqual([]);
  });
});

describe("callFolders", () => {
  const check = (
    root: string | null,
    clientFolders: string[],
    sessionRoot: string | null,
    roots: string[],
    allowedRoots: string[] = [],
  ) =>
    it(`${root ?? "no --root"}, [${clientFolders.join()}] and [${allowedRoots.join()}]`, () =>
      expect(callFolders({ root, clientFolders, allowedRoots, workingFolder: "/cwd" })).toEqual({
        baseFolder: sessionRoot ?? "/cwd",
        sessionRoot,
        roots,
      }));
  check("/root", ["/a"], "/root", ["/root", "/a", "/cwd"]);
  check(null, ["/a"], "/a", ["/a", "/cwd"]);
  check(null, ["/a", "/b"], null, ["/cwd", "/a", "/b"]);
  check(null, [], null, ["/cwd"]);
  check(null, ["/a"], "/a", ["/a", "/cwd", "/allowed"], ["/allowed", "/a"]);
});

describe("confinedFolders", () => {
  const check = (root: string | null, allowed: string[], sessionRoot: string | null, baseFolder: string) =>
    it(`${root ?? "no --root"} and [${allowed.join()}]`, () =>
      expect(confinedFolders(root, allowed)).toEqual({
        baseFolder,
        sessionRoot,
        roots: allowed,
        confinedTo: allowed,
      }));
  check(null, ["/a"], "/a", "/a");
  check(null, ["/a", "/b"], null, "/a");
  check("/b/c", ["/a", "/b"], "/b/c", "/b/c");
});
