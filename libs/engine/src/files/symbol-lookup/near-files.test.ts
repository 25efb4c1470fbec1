import { describe, expect, it } from "vitest";
import { nearFiles } from "./near-files.ts";

const PATHS = [
  "api/index.ts",
  "api/server.ts",
  "db/index.ts",
  "listeners.go",
  "net/http/server.go",
  "net/http/server_test.go",
  "net/server.go",
  "ui/index.ts",
  "ui/a/index.ts",
  "ui/b/index.ts",
  "ui/c/index.ts",
];

function check(written: string, expected: readonly string[], folder = ""): void {
  expect(nearFiles(PATHS, written, folder)).toEqual(expected);
}

describe("of a path that leads to no file", () => {
  it("is what it means from the folder that was asked about", () =>
    check("server.go", ["net/http/server.go"], "net/http"));
  it("is the file, whatever separators or lines it is written with", () => {
    for (const written of [
      "net\\http\\server.go",
      "./net/http/server.go",
      "net/http/server.go:120",
      "/net/http/server.go",
      "net/http/server.go:12:4",
    ])
      check(written, ["net/http/server.go"]);
  });
  it("are those that share most of its last parts", () => {
    check("http/server.go", ["net/http/server.go"]);
    check("src/http/server.go", ["net/http/server.go"]);
    check("server.go", ["net/http/server.go", "net/server.go"]);
    check("lib/api/index.ts", ["api/index.ts"]);
  });
  it("are those whose name is a slip away, in its own folder first", () => {
    check("listner.go", ["listeners.go"]);
    check("net/sever.go", ["net/server.go"]);
    check("nets/sever.go", ["net/http/server.go", "net/server.go"]);
  });
  it("are found among any number of one name, and by any path, in no time", () => {
    const many = Array.from({ length: 200_000 }, (_, at) => `p${at}/index.ts`);
    expect(nearFiles(many, "src/p7/index.ts", "")).toEqual(["p7/index.ts"]);
    for (const written of [
      `a${"/".repeat(200_000)}b`,
      `${" ".repeat(200_000)}x`,
      `${"a.b:   ".repeat(40_000)}\nx`,
    ])
      check(written, []);
  });
  it("are none where nothing is close, or too many are", () => {
    for (const written of ["index.ts", "frobnicate.rs", "", "/", "net", "ui/"]) check(written, []);
  });
});
