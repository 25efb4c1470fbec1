import { SymbolIds } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { findSymbols } from "./find-symbol.ts";

const FILES: readonly FakeFile[] = [
  { path: "a.ts", texts: ["x\n".repeat(9)], symbols: ["Store 1-9", "Store.open 2-3", "Store.close 4-5"] },
  { path: "b.ts", texts: ["x\n".repeat(9)], symbols: ["open 1-2", "Reader 3-9", "Reader.open 4-5"] },
  { path: "c.rb", texts: ["x\n".repeat(9)], symbols: ["Net::Store 1-2", "open 4-5", "open 2-3"] },
];

/** @param expected `file:line label` of each match */
async function check(asked: string, expected: readonly string[], files = FILES, folder = ""): Promise<void> {
  const found = await findSymbols(fakeSnapshot(files), asked, { folder });
  expect(found.map(({ file, span, symbolLabel }) => `${file}:${span.startLine} ${symbolLabel}`)).toEqual(
    expected,
  );
}

describe("by name", () => {
  it("finds what is called so", () => check("close", ["a.ts:4 Store.close"]));
  it("finds all of the same name, by file and line", () =>
    check(
      "run",
      ["a.ts:1 A.run", "a.ts:5 B.run", "b.ts:1 C.run"],
      [
        { path: "a.ts", texts: ["x\n"], symbols: ["B.run 5-6", "A.run 1-2"] },
        { path: "b.ts", texts: ["x\n"], symbols: ["C.run 1-1"] },
      ],
    ));
  it("puts what is called so in full before what ends so", () =>
    check("open", ["b.ts:1 open", "c.rb:2 open", "c.rb:4 open"]));
  it("finds nothing that is only similar", async () => {
    for (const asked of ["Close", "clos", "closes", "tore.close", "", ".", "a.ts"]) await check(asked, []);
  });
});

describe("by qualified name", () => {
  it("finds the one", () => check("Store.open", ["a.ts:2 Store.open"]));
  it("finds the one among others that end so", () => check("Reader.open", ["b.ts:4 Reader.open"]));
  it("finds none whose beginning differs", () => check("Other.open", []));
  it("finds one whose own name has dots", async () => {
    const files: readonly FakeFile[] = [
      {
        path: "a.md",
        texts: ["x\n"],
        symbols: ["Changelog 1-9", "Changelog.v1.2.3 2-3=v1.2.3", "Changelog.we.ird 4-5=we.ird"],
      },
    ];
    await check("Changelog.v1.2.3", ["a.md:2 Changelog.v1.2.3"], files);
    await check("Changelog.we.ird", ["a.md:4 Changelog.we.ird"], files);
    await check("we.ird", ["a.md:4 Changelog.we.ird"], files);
    await check("ird", [], files);
  });
  it("knows other signs than dots", () => check("Net::Store", ["c.rb:1 Net::Store"]));
  it.each(["Store::open", "Store#open", "Store->open", "\\Store\\open"])(
    "takes the signs of other languages: %s",
    (asked) => check(asked.replace(/^\\/, ""), ["a.ts:2 Store.open"]),
  );

  it("finds what only ends so, where nothing is called so in full", async () => {
    const files: readonly FakeFile[] = [
      {
        path: "pool.rb",
        texts: ["x\n".repeat(9)],
        symbols: ["Record.Adapters.Pool 1-9", "Record.Adapters.Pool.reap 2-3", "Record.Whirlpool.reap 4-5"],
      },
      { path: "test.rb", texts: ["x\n"], symbols: ["Tests.Pool.reap 1-1"] },
    ];
    for (const asked of ["Adapters.Pool.reap", "Adapters::Pool#reap", "Record::Adapters::Pool#reap"])
      await check(asked, ["pool.rb:2 Record.Adapters.Pool.reap"], files);
    await check("Pool.reap", ["pool.rb:2 Record.Adapters.Pool.reap", "test.rb:1 Tests.Pool.reap"], files);
    await check("Tests.Pool.reap", ["test.rb:1 Tests.Pool.reap"], files);
    await check("ool.reap", [], files);
  });
});

describe("by how it is written elsewhere", () => {
  const files: readonly FakeFile[] = [
    {
      path: "net/http/proxy/server.go",
      texts: ["x\n".repeat(9)],
      symbols: ["Server 1-9", "Server.Close 2-3"],
    },
    {
      path: "net/http/server.go",
      texts: ["x\n".repeat(9)],
      symbols: ["Server 1-9", "Server.Close 2-4", "serve 5-9"],
    },
    {
      path: "tools-dev/src/models/device.py",
      texts: ["x\n".repeat(9)],
      symbols: ["Device 1-9", "Device.save 2-3", "load 5-6"],
    },
  ];
  const inServer = ["net/http/server.go:2 Server.Close"];
  const inDevice = ["tools-dev/src/models/device.py:2 Device.save"];

  it("may have a receiver, or the parentheses of a call", async () => {
    for (const asked of [
      "(*Server).Close",
      "(Server).Close",
      "Server.Close()",
      "(*Server).Close(0xc000, 0x1)",
    ])
      await check(asked, ["net/http/proxy/server.go:2 Server.Close", ...inServer], files);
    await check("serve()", ["net/http/server.go:5 serve"], files);
  });

  it("may have the folder or the module that it is in", async () => {
    for (const asked of [
      "http.Server.Close",
      "net.http.(*Server).Close",
      "http::Server::Close",
      "http.server.Server.Close",
    ])
      await check(asked, inServer, files);
    for (const asked of [
      "models.device.Device.save",
      "tools_dev.models.Device.save",
      "device.Device.save",
      "models.Device.save()",
    ])
      await check(asked, inDevice, files);
    await check("crate::serve", ["net/http/server.go:5 serve"], files);
  });

  it("means what is nearest to that folder, whatever comes first", async () => {
    const near = ["a/http/deep/x.go", "b/http/x.go", "c/http/deep/x.go"].map((path): FakeFile => ({
      path,
      texts: ["x\n"],
      symbols: ["Server.Close 1-1"],
    }));
    await check("http.Server.Close", ["b/http/x.go:1 Server.Close"], near);
  });
  it("may have the folders that it is in, and those of the module around the codebase", async () => {
    for (const asked of [
      "net/http.Server.Close",
      "http/server.Server.Close",
      "github.com/acme/shop/net/http.(*Server).Close(0xc000, 0x1)",
      "acme/net/http.(*Server).Close.func1.2",
    ])
      await check(asked, inServer, files);
    for (const asked of [
      "ftp/http.Server.Close",
      "acme/http.Server.Close",
      "net/ftp.Server.Close",
      "acme/net/http.load",
    ])
      await check(asked, [], files);
  });

  it("may be written as its declaration or its arguments of types are", async () => {
    const generic: readonly FakeFile[] = [
      {
        path: "a.rs",
        texts: ["x\n".repeat(20)],
        symbols: ["Router 1-9", "Router.route 2-8", "Router.operator<=> 9-9=operator<=>"],
      },
    ];
    const written = [
      "func (r *Router) route",
      "(r *Router[S]) route",
      "(*Router[S]).route",
      "Router::<S>::route",
      "Router<S, Vec<T>>::route",
      "<Router<S> as Routes>::route",
      "Router.route/2",
      "&Router.route/2",
      "*Router.route",
      "\\Router::route",
      "Router::$route",
      "Router.#route",
      "Router.prototype.route",
    ];
    for (const asked of written) await check(asked, ["a.rs:2 Router.route"], generic);
    await check("Router::operator<=>", ["a.rs:9 Router.operator<=>"], generic);
    for (const asked of ["Router<S>::rout", "<Other as Router>::route", "func (r *Other) route"])
      await check(asked, [], generic);
  });

  it(
    "may be written as the JVM, Haskell and callers of macros do, where nothing has that name as it " +
      "stands",
    async () => {
      const named: readonly FakeFile[] = [
        {
          path: "com/acme/Gson.java",
          texts: ["x\n".repeat(20)],
          symbols: [
            "Outer 1-9",
            "Outer.Inner 2-8",
            "Outer.Inner.read 3-4",
            "Outer.run 5-6",
            "$Types 10-12",
            "$Types.resolve 11-11",
            "A$B 13-13",
          ],
        },
        {
          path: "a.hs",
          texts: ["x\n".repeat(20)],
          symbols: [".:? 1-1=.:?", "check! 2-2=check!", "check 3-3"],
        },
      ];
      for (const asked of ["Outer$Inner.read", "com.acme.Outer$Inner.read(Gson.java:3)", "Outer$Inner#read"])
        await check(asked, ["com/acme/Gson.java:3 Outer.Inner.read"], named);
      for (const asked of ["Outer.lambda$run$0", "Outer$.run"])
        await check(asked, ["com/acme/Gson.java:5 Outer.run"], named);
      await check("$Types.resolve", ["com/acme/Gson.java:11 $Types.resolve"], named);
      await check("A$B", ["com/acme/Gson.java:13 A$B"], named);
      await check("(.:?)", ["a.hs:1 .:?"], named);
      await check("check!", ["a.hs:2 check!"], named);
      for (const asked of ["#check", "@check", "Outer!"])
        await check(asked, [asked === "Outer!" ? "com/acme/Gson.java:1 Outer" : "a.hs:3 check"], named);
      for (const asked of ["Outer$1.run", "Outer$Other.read", "(<+>)"]) await check(asked, [], named);
    },
  );

  it("may have the module in front that only a manifest tells", async () => {
    const named: readonly FakeFile[] = [
      {
        path: "Package.swift",
        texts: ['let package = Package(name: "Fire", targets: [.target(name: "Fire", path: "Source")])\n'],
      },
      {
        path: "Source/Session.swift",
        texts: ["x\n".repeat(9)],
        symbols: ["Session 1-9", "Session.send 2-3"],
      },
      { path: "app/Cargo.toml", texts: ['[workspace]\nmembers = ["a"]\n'] },
      { path: "app/one/Cargo.toml", texts: ['[package]\nname = "acme-core"\n'] },
      { path: "app/one/src/lib.rs", texts: ["x\n".repeat(9)], symbols: ["Store 1-9", "Store.open 2-3"] },
      { path: "app/two/src/lib.rs", texts: ["x\n".repeat(9)], symbols: ["Store.open 2-3"] },
      { path: "web/package.json", texts: ['{ "author": { "name": "me" }, "name": "@acme/web-app" }'] },
      { path: "web/lib/page.ts", texts: ["x\n".repeat(9)], symbols: ["Page.show 2-3"] },
    ].sort((left, right) => (left.path < right.path ? -1 : 1));
    await check("Fire.Session.send(_:)", ["Source/Session.swift:2 Session.send"], named);
    await check("acme_core::Store::open", ["app/one/src/lib.rs:2 Store.open"], named);
    await check("web-app.Page.show", ["web/lib/page.ts:2 Page.show"], named);
    for (const asked of [
      "Water.Session.send",
      "me.Page.show",
      "Fire.Page.show",
      "Fire.Session.close",
      "acme_core.other.Store.open",
    ])
      await check(asked, [], named);
  });

  it("may have none that it is not in", async () => {
    for (const asked of [
      "ftp.Server.Close",
      "server.http.Server.Close",
      "os.net.http.Server.Close",
      "Device.load",
      "models.save",
    ])
      await check(asked, [], files);
  });

  it("may have the file in front, whole or its end", async () => {
    for (const asked of [
      "net/http/server.go:Server.Close",
      "http/server.go::Server::Close",
      "./net/http/server.go#Close",
      "/home/me/repo/net/http/server.go:Close",
      "net\\http\\server.go:Close",
    ])
      await check(asked, inServer, files.slice(1));
    await check("http/server.go:Close", inServer, files);
    await check("ftp/server.go:Close", [], files);
    await check("net/http/server.go:load", [], files);
  });

  it("may be a line: the innermost function there", async () => {
    const lines: readonly FakeFile[] = [
      {
        path: "a.ts",
        texts: ["x\n".repeat(20)],
        symbols: ["Store 1-9", "Store.open 2-8", "Store.open.inner 4-5"],
      },
    ];
    for (const asked of ["a.ts:4", "a.ts:5:12", "a.ts:L4"])
      await check(asked, ["a.ts:4 Store.open.inner"], lines);
    await check("a.ts:3-7", ["a.ts:2 Store.open"], lines);
    await check("a.ts:12", [], lines);
  });

  it("stays below the folder that is asked about", () => check("http.Server.Close", [], files, "tools-dev"));
});

describe("in a folder", () => {
  const files: readonly FakeFile[] = [
    { path: "lib/a.ts", texts: ["x\n"], symbols: ["Store.open 1-1"] },
    { path: "lib2/b.ts", texts: ["x\n"], symbols: ["open 1-1"] },
  ];

  it("finds what is called so there, whatever fits better elsewhere", () =>
    check("open", ["lib/a.ts:1 Store.open"], files, "lib"));
  it("finds nothing that is elsewhere", () => check("Store.open", [], files, "lib2"));
  it("may be one file", () => check("open", ["lib2/b.ts:1 open"], files, "lib2/b.ts"));
});

describe("by id", () => {
  const id = new SymbolIds("b.ts").next("function", "thing");
  const withId: readonly FakeFile[] = [
    { path: "a.ts", texts: ["x\n"] },
    { path: "b.ts", texts: ["x\n"], symbols: [`thing 1-1#${id}`] },
    { path: "c.ts", texts: ["x\n"] },
  ];

  it("finds none that no file has", () => check(id, []));
  it("finds none in a file that it does not belong to", () =>
    check(id, [], [{ path: "a.ts", texts: ["x\n"], symbols: [`thing 1-1#${id}`] }]));
  it("looks into the file that the id tells alone", async () => {
    const snapshot = fakeSnapshot(withId);
    expect(
      (await findSymbols(snapshot, id, { folder: "" })).map(({ file, symbolId }) => [file, symbolId]),
    ).toEqual([["b.ts", id]]);
    expect(snapshot.loaded).toEqual([1]);
  });
});
