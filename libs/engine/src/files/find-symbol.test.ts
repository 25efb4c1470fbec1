import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../testing/fake-snapshot.ts";
import { findSymbols } from "./find-symbol.ts";

const FILES: readonly FakeFile[] = [
  { path: "a.ts", texts: ["x\n".repeat(9)], symbols: ["Store 1-9", "Store.open 2-3", "Store.close 4-5"] },
  { path: "b.ts", texts: ["x\n".repeat(9)], symbols: ["open 1-2", "Reader 3-9", "Reader.open 4-5"] },
  { path: "c.rb", texts: ["x\n".repeat(9)], symbols: ["Net::Store 1-2", "open 4-5", "open 2-3"] },
];

/** @param expected `file:line label` of each */
async function check(asked: string, expected: readonly string[], files = FILES): Promise<void> {
  const found = await findSymbols(fakeSnapshot(files), asked);
  expect(found.map(({ file, span, symbolLabel }) => `${file}:${span.startLine} ${symbolLabel}`)).toEqual(expected);
}

describe("by name", () => {
  it("finds what is called so", () => check("close", ["a.ts:4 Store.close"]));
  it("finds all of the same name, by file and line", () => check("run", ["a.ts:1 A.run", "a.ts:5 B.run", "b.ts:1 C.run"], [{ path: "a.ts", texts: ["x\n"], symbols: ["B.run 5-6", "A.run 1-2"] }, { path: "b.ts", texts: ["x\n"], symbols: ["C.run 1-1"] }]));
  it("puts what is called so in full before what ends so", () => check("open", ["b.ts:1 open", "c.rb:2 open", "c.rb:4 open"]));
  it("finds nothing that is only similar", async () => {
    for (const asked of ["Close", "clos", "closes", "tore.close", "", ".", "a.ts"]) await check(asked, []);
  });
});

describe("by qualified name", () => {
  it("finds the one", () => check("Store.open", ["a.ts:2 Store.open"]));
  it("finds the one among others that end so", () => check("Reader.open", ["b.ts:4 Reader.open"]));
  it("finds none whose beginning differs", () => check("Other.open", []));
  it("knows other signs than dots", () => check("Net::Store", ["c.rb:1 Net::Store"]));
});

describe("by id", () => {
  const id = "sym_0123456789abcdef";
  const withId: readonly FakeFile[] = [{ path: "a.ts", texts: ["x\n"] }, { path: "b.ts", texts: ["x\n"], symbols: [`thing 1-1#${id}`] }, { path: "c.ts", texts: ["x\n"] }];

  it("finds none that no file has", () => check(id, []));
  it("looks into files until it is found", async () => {
    const snapshot = fakeSnapshot(withId);
    expect((await findSymbols(snapshot, id)).map(({ file, symbolId }) => [file, symbolId])).toEqual([["b.ts", id]]);
    expect(snapshot.loaded).toEqual([0, 1]);
  });
});
