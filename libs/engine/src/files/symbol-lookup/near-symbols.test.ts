import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { nearNote, nearSymbols } from "./near-symbols.ts";

const FILES: readonly FakeFile[] = [
  {
    path: "net/listen.go",
    texts: ["x\n".repeat(9)],
    symbols: ["ParseAddress 1-9", "Server 1-9", "Server.ServeHTTP 2-3"],
  },
  {
    path: "store/set.py",
    texts: ["x\n".repeat(9)],
    symbols: ["RestrictedSet 1-9", "RestrictedSet.restrict 2-3", "Other.restrict 5-6"],
  },
  { path: "web/a.js", texts: ["x\n"], symbols: ["M.G 1-1", "K.io 1-1"] },
  {
    path: "store/over.java",
    texts: ["x\n".repeat(9)],
    symbols: [1, 2, 3, 4, 5, 6, 7].map((line) => `A.overload ${line}-${line}`),
  },
  {
    path: "store/many.py",
    texts: ["x\n".repeat(9)],
    symbols: ["A.handle 1-1", "B.handle 2-2", "C.handle 3-3", "D.handle 4-4", "E.handle 5-5", "F.handle 6-6"],
  },
];

async function check(asked: string, expected: readonly string[], folder = ""): Promise<void> {
  const near = await nearSymbols(fakeSnapshot(FILES), asked, { folder });
  expect(near.map(({ file, span, symbolLabel }) => `${file}:${span.startLine} ${symbolLabel}`)).toEqual(
    expected,
  );
}

describe("of a name that nothing has", () => {
  it("are those a slip away, in any case", async () => {
    await check("ParseAdress", ["net/listen.go:1 ParseAddress"]);
    await check("parseaddress", ["net/listen.go:1 ParseAddress"]);
    await check("net.ParseAdress()", ["net/listen.go:1 ParseAddress"]);
    await check("net/listen.go:ParseAdress", ["net/listen.go:1 ParseAddress"]);
  });
  it("are those of the same name in another module than is said", () =>
    check("other.net.Server.ServeHTTP", ["net/listen.go:2 Server.ServeHTTP"]));
  it("are shown once for all functions of one name in a file", async () => {
    await check("overlod", ["store/over.java:1 A.overload"]);
  });
  it("are those whose class is right, or a slip away, before others", async () => {
    await check("Server.ServeHttp", ["net/listen.go:2 Server.ServeHTTP"]);
    await check("Restrictedset.restrict", ["store/set.py:2 RestrictedSet.restrict"]);
    await check("Unknown.restrict", [
      "store/set.py:2 RestrictedSet.restrict",
      "store/set.py:5 Other.restrict",
    ]);
  });
  it("of a short one are those of that name alone", async () => {
    await check("listen.go", []);
    await check("N.io", ["web/a.js:1 K.io"]);
  });
  it("are none where nothing is close, the name says little, too many have it, or it is an id", async () => {
    for (const asked of [
      "Frobnicate",
      "Serv",
      "G.handle",
      "sym_0123456789abcdef",
      "net/listen.go:400",
      "",
      ".",
    ])
      await check(asked, []);
  });
});

it("are those of the name outside of the folder that was asked about, however short it is", async () => {
  await check("ParseAddress", ["net/listen.go:1 ParseAddress"], "store");
  await check("io", ["web/a.js:1 K.io"], "store");
});

it("are told with their place", async () => {
  expect(nearNote([], { how: "Ask" })).toBe("");
  expect(
    nearNote(await nearSymbols(fakeSnapshot(FILES), "ParseAdress", { folder: "" }), {
      how: "pass its symbolId",
    }),
  ).toBe(" Similar: ParseAddress (net/listen.go:1). To select it, pass its symbolId.");
});
