/** Next calls of results: each hint in an answer is called unchanged. */
import { join } from "node:path";
import { type GroupResult, isChunkResult } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Snapshot } from "../../store/store.ts";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { TestPlace } from "../../testing/engine.ts";
import { navigationOf } from "./answer.ts";
import type { Passage } from "./passages.ts";

const TREE = `
  //- src/parcels.ts
  /** Weighs a parcel before it leaves. */
  export function weighParcel(kilos: number): number {
    return roundUp(kilos);
  }
  function roundUp(value: number): number {
    return Math.ceil(value);
  }
  export interface Courier {
    deliver(parcel: string): void;
  }
  export class Bicycle implements Courier {
    deliver(parcel: string): void {
      weighParcel(parcel.length);
    }
  }
  //- src/limits.ts
  export const HEAVIEST_KILOGRAMS = 30;
  //- src/made.ts
  import { create } from "lib";
  export const useManifest = create(() => ({ crates: 0 }));
  //- src/objects.ts
  class Depot { open(): void {} }
  const opened = (): Depot => new Depot();
  export const nearestDepot = opened();
  //- docs/guide.md
  # Sending abroad
  Customs forms come first.
  //- tariffs.csv
  zone,euros
  lighthouse,12
  //- notes.unheardof
  The zeppelin left at noon.
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

async function firstOf(query: string): Promise<GroupResult> {
  const [first] = (await codebase.search(query, { scope: "mixed" })).results;
  if (!first || isChunkResult(first)) throw new Error(`nothing was found by ${query}`);
  return first;
}

describe("a result about what is called or used", () => {
  it.each([
    ["weighParcel", "weighParcel", "src/parcels.ts"],
    ["class Bicycle", "Bicycle", "src/parcels.ts"],
    ["useManifest", "useManifest", "src/made.ts"],
    ["interface Courier", "Courier", "src/parcels.ts"],
    ["HEAVIEST_KILOGRAMS", "HEAVIEST_KILOGRAMS", "src/limits.ts"],
    ["nearestDepot", "nearestDepot", "src/objects.ts"],
  ])("%s leads into the call graph", async (query, symbolLabel, file) => {
    const first = await firstOf(query);
    const whole = await codebase.call("file_outline", {
      file,
      resolveMode: "exact",
      symbolLabelExact: symbolLabel,
    });
    const symbol = whole.status === "ok" ? whole.outline.symbols[0] : undefined;
    expect(first.callGraphHint).toEqual({
      symbolRef: { file, symbolId: symbol?.symbolId },
    });
    expect(first).not.toHaveProperty("navigationFallback");
    expect(
      await codebase.call("call_graph", {
        symbolRef: "symbolRef" in first.callGraphHint ? first.callGraphHint.symbolRef : {},
      }),
    ).toMatchObject({ status: "ok" });
  });
});

describe("a result that the call graph has nothing to say of", () => {
  it.each([
    ["a heading", "Sending abroad customs", "unsupported_language", "docs/guide.md", "ok"],
    ["a table", "lighthouse zone", "no_symbol", "tariffs.csv", null],
    ["unknown text", "zeppelin noon", "no_symbol", "notes.unheardof", null],
  ])("%s says why, and gives calls that show it", async (_, query, reason, file, outlineStatus) => {
    const { callGraphHint, navigationFallback, span, file: found } = await firstOf(query);
    expect([found, callGraphHint]).toEqual([file, { supported: false, reason }]);
    expect(navigationFallback?.readFile).toEqual({
      tool: "read_file",
      args: { path: join(codebase.root, file), start_line: span.startLine, end_line: span.endLine },
    });
    expect(await codebase.call("read_file", navigationFallback?.readFile.args ?? {})).toMatchObject({
      status: "ok",
      startLine: span.startLine,
      endLine: span.endLine,
    });
    if (outlineStatus === null) expect(navigationFallback).not.toHaveProperty("fileOutline");
    else
      expect(await codebase.call("file_outline", navigationFallback?.fileOutline?.args ?? {})).toMatchObject({
        status: outlineStatus,
      });
  });

  it.each([
    ["a.ts", "export interface A { f(): void }\n", "ok"],
    ["a.ts", "export enum A { One }\n", "ok"],
    ["a.ts", "export namespace A { setUp(); }\nfunction setUp() {}\n", "ok"],
    ["a.rs", "struct A { x: i32 }\nfn run() { let a = A { x: 1 }; }\n", "ok"],
    ["a.rs", "struct A(i32);\nfn run() { let a = A(1); }\n", "ok"],
    ["a.go", "package a\n\ntype A interface{ F() }\n", "ok"],
    ["a.go", "package a\n\ntype A int\n\nfunc run() int { return int(A(1)) }\n", "ok"],
    ["a.kt", "fun interface A { fun f() }\nfun run() { A { } }\n", "ok"],
    ["a.kt", "class B\ntypealias A = B\nfun run() { A() }\n", "ok"],
    ["A.java", "enum A { ONE(1); A(int x) {} }\n", "ok"],
    ["A.java", "interface A { void f(); }\n", "ok"],
    ["a.hs", "module A where\ndata A = One Int\nrun = One 1\n", "ok"],
    ["b.hs", "module B where\ndata A = A Int\nrun = A 1\n", "ok"],
    ["a.py", "class A:\n    pass\n", "ok"],
  ])("types: in %s %j is %s, and the hint agrees with the answer", async (file, text, status) => {
    await using passage = new TestPlace({ [file]: text });
    const engine = passage.engine();
    await engine.index();
    using snapshot = await engine.codebase.store().snapshot();
    const [symbol] =
      ((await snapshot?.contents([0])) ?? [])[0]?.symbols.filter(({ label }) => label === "A") ?? [];
    if (!snapshot || !symbol) throw new Error("the type was not found");
    const span = {
      startLine: symbol.startLine,
      endLine: symbol.endLine,
      start: symbol.start,
      end: symbol.end,
    };
    const { callGraphHint } = await navigationOf(
      {
        file: 0,
        path: file,
        span,
        text,
        imports: new Set<number>(),
        line: null,
        symbol,
        score: 1,
      } as unknown as Passage,
      snapshot,
      "/code",
    );
    expect("symbolRef" in callGraphHint).toBe(status === "ok");
    expect(
      await engine.call("call_graph", {
        symbolRef: { file, symbolId: symbol.id, symbolLabel: "A" },
        direction: "callers",
      }),
    ).toMatchObject({ status });
  });

  it("uses of a name that is no plain one cannot be looked for, and the hint agrees with the answer", async () => {
    await using passage = new TestPlace({
      "a.ts": 'export interface Headers {\n  "content-type": string;\n}\n',
    });
    const engine = passage.engine();
    await engine.index();
    using snapshot = await engine.codebase.store().snapshot();
    const symbol = ((await snapshot?.contents([0])) ?? [])[0]?.symbols.find(
      ({ label }) => label === "Headers.content-type",
    );
    if (!snapshot || !symbol) throw new Error("the property was not found");
    const span = {
      startLine: symbol.startLine,
      endLine: symbol.endLine,
      start: symbol.start,
      end: symbol.end,
    };
    const { callGraphHint } = await navigationOf(
      {
        file: 0,
        path: "a.ts",
        span,
        text: "",
        imports: new Set<number>(),
        line: null,
        symbol,
        score: 1,
      } as unknown as Passage,
      snapshot,
      "/code",
    );
    expect(callGraphHint).toEqual({ supported: false, reason: "not_callable" });
    expect(
      await engine.call("call_graph", { symbolRef: { file: "a.ts", symbolId: symbol.id } }),
    ).toMatchObject({
      status: "unsupported",
      message: expect.stringContaining("Search for the name") as string,
    });
  });

  it("a function of a file that could not be understood says so", async () => {
    const snapshot: Snapshot = Object.defineProperty(
      fakeSnapshot([{ path: "a.ts", texts: ["x\n"], symbols: ["a 1-1"], language: "typescript" }]),
      "calls",
      { value: { flow: () => null } },
    );
    const [content] = await snapshot.contents([0]);
    const span = content?.chunks[0];
    if (!span) throw new Error("the file has no chunk");
    const passage = {
      file: 0,
      path: "a.ts",
      span,
      text: "x\n",
      imports: new Set<number>(),
      line: null,
      symbol: content?.symbols[0] ?? null,
      score: 1,
    };
    expect(await navigationOf(passage, snapshot, "/code")).toEqual({
      callGraphHint: { supported: false, reason: "unparsed_file" },
      navigationFallback: {
        readFile: { tool: "read_file", args: { path: "/code/a.ts", start_line: 1, end_line: 1 } },
        fileOutline: { tool: "file_outline", args: { path: "/code", file: "a.ts" } },
      },
    });
  });
});
