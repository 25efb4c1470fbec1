import type { TypeHierarchyOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Hierarchies, hierarchiesIn } from "./testing/hierarchies.ts";

const TREE = `
  //- src/store.ts
  export interface Store { save(text: string): void }
  export class FileStore implements Store {
    constructor(private readonly folder: string) {}
    save(text: string): void {}
    static open(): FileStore { return new FileStore(""); }
  }
  export class Backup extends FileStore {
    override save(text: string): void {}
  }
  export const limit = 3;
  export function helper(): void {}
  //- src/twice.ts
  export class Twin {}
  //- src/again.ts
  export class Twin {}
  export class Both extends Twin {}
  //- src/loop.ts
  export class Chicken extends Egg {}
  export class Egg extends Chicken {}
  export class Self extends Self {}
  //- src/unclear.ts
  import { makeBase } from "./bases";
  const bases: any[] = [];
  export class Unclear extends bases[0] {}
  export class Made extends makeBase() {}
  //- src/bases.ts
  export function makeBase() { return class { run() {} }; }
  export class Job extends Thread { run() {} }
  //- src/broken.ts
  export class Broken extends {
  //- order.proto
  message Order { string name = 1; }
  //- notes.md
  # Store
`;

let hierarchies: Hierarchies;
beforeAll(async () => {
  hierarchies = await hierarchiesIn(TREE);
});
afterAll(() => hierarchies[Symbol.asyncDispose]());

const messageOf = (answer: TypeHierarchyOutput): string =>
  "message" in answer ? (answer.message ?? "") : "";

describe("type_hierarchy", () => {
  it("lists what a type derives from, and what derives from it", async () => {
    const answer = await hierarchies.answered({ symbol: "FileStore" });
    expect(answer).toMatchObject({
      found: { symbolLabel: "FileStore", file: "src/store.ts", kind: "class" },
      supertypes: [
        {
          symbolLabel: "Store",
          file: "src/store.ts",
          kind: "interface",
          span: { startLine: 1, endLine: 1 },
          distance: 1,
          links: [{ to: answer.found.symbolId, relation: "implements", confidence: "resolved" }],
        },
      ],
      subtypes: [{ symbolLabel: "Backup", distance: 1 }],
      totalSupertypes: 1,
      totalSubtypes: 1,
      hints: { readFile: { tool: "read_file", args: { file: "src/store.ts", start_line: 2 } } },
    });
    expect(answer.isDeeper).toBeUndefined();
    expect(answer.message).toContain("FileStore has 1 supertype and 1 subtype.");
  });

  it("lists one direction alone", async () => {
    const up = await hierarchies.answered({ symbol: "FileStore", direction: "supertypes" });
    expect(up).not.toHaveProperty("subtypes");
    expect(up.supertypes).toHaveLength(1);
    const down = await hierarchies.answered({ symbol: "FileStore", direction: "subtypes" });
    expect(down).not.toHaveProperty("supertypes");
    expect(down.subtypes).toHaveLength(1);
  });

  it("takes the reference of an answer", async () => {
    const { found } = await hierarchies.answered({ symbol: "FileStore" });
    const { file, symbolId } = found;
    expect(await hierarchies.answered({ symbolRef: { file, symbolId } })).toMatchObject({ found });
    const again = await hierarchies.answered({
      symbolRef: { file, symbolId: "sym_gone", symbolLabel: "FileStore" },
    });
    expect(again.found).toEqual(found);
  });

  it("stops at the depth, and says that there is more", async () => {
    const answer = await hierarchies.answered({ symbol: "Store", depth: 1 });
    expect(answer.subtypes?.map(({ symbolLabel }) => symbolLabel)).toEqual(["FileStore"]);
    expect(answer.isDeeper).toBe(true);
    expect(answer.message).toContain("There are more beyond depth 1.");
    expect((await hierarchies.answered({ symbol: "Store", depth: 2 })).isDeeper).toBeUndefined();
  });

  it("shows no more than the limit, nearest first, and counts the rest", async () => {
    const answer = await hierarchies.answered({ symbol: "Store", limit: 1 });
    expect(answer.subtypes?.map(({ symbolLabel }) => symbolLabel)).toEqual(["FileStore"]);
    expect(answer.totalSubtypes).toBe(2);
    expect(answer.warnings).toContain("OUTPUT_TRUNCATED");
    expect(answer.message).toContain("2 subtypes (1 shown)");
  });

  it("ends where classes derive from each other, or from themselves", async () => {
    expect(await hierarchies.lines("Chicken")).toEqual(["^ Egg extends Chicken", "v Egg extends Chicken"]);
    expect(await hierarchies.lines("Self")).toEqual([]);
  });

  it("follows a class that a function returns, under the name of the function", async () => {
    expect(await hierarchies.lines("Made")).toEqual(["^ makeBase extends Made"]);
  });

  it("says which bases it could not resolve", async () => {
    const answer = await hierarchies.answered({ symbol: "Unclear" });
    expect(answer.supertypes).toEqual([]);
    expect(answer.coverage).toMatchObject({
      unresolvedBases: 1,
      unresolved: [{ file: "src/unclear.ts", symbolLabel: "Unclear", line: 3 }],
    });
    expect(answer.message).toContain("1 base could not be resolved");
  });

  it("names files that were parsed only in part where nothing is known", async () => {
    const answer = await hierarchies.answered({ symbol: "Backup" });
    expect(answer.coverage).toMatchObject({ partlyParsedFiles: 1, partlyParsed: ["src/broken.ts"] });
    expect(answer.message).toContain("no known subtypes");
    expect(answer.message).toContain("1 file could not be read in full.");
  });
});

describe("type_hierarchy of a method", () => {
  it("lists what it overrides, and what overrides it, at every distance", async () => {
    expect(await hierarchies.lines("Store.save")).toEqual([
      "v FileStore.save implements Store.save",
      "v2 Backup.save overrides FileStore.save",
    ]);
    expect(await hierarchies.lines("Backup.save")).toEqual([
      "^ FileStore.save overrides Backup.save",
      "^2 Store.save implements FileStore.save",
    ]);
  });

  it("names supertypes outside the codebase, which may declare it, too", async () => {
    const answer = await hierarchies.answered({ symbol: "Job.run" });
    expect(answer.coverage.externalTypes).toEqual(["Thread"]);
    expect(answer.message).toContain("Types outside the codebase may declare it, too: Thread.");
  });
});

describe("type_hierarchy without an answer", () => {
  it("asks which one, if several types have the name", async () => {
    const answer = await hierarchies.ask({ symbol: "Twin" });
    expect(answer).toMatchObject({
      status: "ambiguous",
      candidates: [{ file: "src/again.ts" }, { file: "src/twice.ts" }],
    });
    expect(messageOf(answer)).toContain("2 types are called Twin. To select one, pass its symbolId");
    expect(await hierarchies.lines("src/again.ts:Twin")).toEqual(["v Both extends Twin"]);
  });

  it("names similar symbols, if there is none of the name", async () => {
    const answer = await hierarchies.ask({ symbol: "FileStorage" });
    expect(answer).toMatchObject({
      status: "not_found",
      hints: { searchCodebase: { tool: "search_codebase" } },
    });
    expect(messageOf(answer)).toContain("No symbol FileStorage in the index.");
    expect(await hierarchies.ask({ symbol: "FileStoer" })).toMatchObject({
      candidates: [{ symbolLabel: "FileStore" }],
    });
  });

  it.each([
    ["helper", "helper is a function without a place in a hierarchy"],
    ["limit", "limit is a variable without a place in a hierarchy"],
    ["FileStore.constructor", "FileStore.constructor is a constructor without a place in a hierarchy"],
    ["Order", "Types in protobuf are not resolved."],
  ])("says why %s has no hierarchy", async (symbol, reason) => {
    const answer = await hierarchies.ask({ symbol });
    expect(answer.status).toBe("unsupported");
    expect(messageOf(answer)).toContain(reason);
  });
});

describe("a hierarchy of any size", () => {
  it("counts 10,000 subtypes, and shows the first in order", async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `Sub${String(at).padStart(5, "0")}`);
    const files = Array.from({ length: 20 }, (_, file) => {
      const classes = names.slice(file * 500, (file + 1) * 500);
      const lines = classes.map((name) => `  export class ${name} extends Base {}`);
      return [
        `  //- f${String(file).padStart(2, "0")}.ts`,
        '  import { Base } from "./base";',
        ...lines,
      ].join("\n");
    });
    await using wide = await hierarchiesIn(`\n  //- base.ts\n  export class Base {}\n${files.join("\n")}\n`);
    const answer = await wide.answered({ symbol: "Base", limit: 200 });
    expect(answer.totalSubtypes).toBe(10_000);
    expect(answer.subtypes?.slice(0, 2).map(({ symbolLabel }) => symbolLabel)).toEqual([
      "Sub00000",
      "Sub00001",
    ]);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(60_000);
    expect(answer.warnings).toContain("OUTPUT_TRUNCATED");
  }, 60_000);

  it("follows a chain of 300 classes to the greatest depth", async () => {
    const classes = Array.from({ length: 300 }, (_, at) => `  class C${at + 1}(C${at}): pass`);
    await using deep = await hierarchiesIn(`\n  //- a.py\n  class C0: pass\n${classes.join("\n")}\n`);
    const answer = await deep.answered({ symbol: "C0", depth: 100, limit: 200 });
    expect(answer.totalSubtypes).toBe(100);
    expect(answer.isDeeper).toBe(true);
    expect(answer.subtypes?.at(-1)).toMatchObject({ symbolLabel: "C100", distance: 100 });
    expect((await deep.answered({ symbol: "C300", depth: 100, limit: 200 })).totalSupertypes).toBe(100);
  });
});
