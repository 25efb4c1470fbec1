import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../testing/fake-snapshot.ts";
import { gatherEvidence } from "./evidence.ts";
import { TextFilter } from "./filter.ts";
import { parseQuery } from "./parse-query.ts";
import { type FilePlaces, placesOf } from "./places.ts";
import { understand } from "./question.ts";
import { rankFiles } from "./rank.ts";

/** The places of the first file. */
async function places(query: string, file: Omit<FakeFile, "path">): Promise<FilePlaces | null> {
  const snapshot = fakeSnapshot([{ path: "src/file.ts", ...file }, { path: "src/other.ts", texts: ["other\n"] }]);
  const parsed = parseQuery(query);
  const question = understand(parsed.text);
  const isDense = file.closeness !== undefined;
  const evidence = await gatherEvidence({ snapshot, question, queryVector: isDense ? new Float32Array(1) : null, allowed: null, maxChunks: 300, mustTokens: [], widening: 1 });
  const ranking = await rankFiles(snapshot, question, evidence);
  return placesOf({ file: 0, score: 2, prior: 1, signals: {} as never }, { snapshot, question, evidence, ranking, textFilter: new TextFilter(parsed) });
}

/** @param expected `first-last label` of each place, `-` for no symbol */
function check(name: string, query: string, file: Omit<FakeFile, "path">, expected: readonly string[]): void {
  it(name, async () => {
    const found = await places(query, file);
    expect(found?.places.map(({ span, symbol }) => `${span.startLine}-${span.endLine} ${symbol?.label ?? "-"}`) ?? null).toEqual(expected);
  });
}

describe("which symbol a chunk is about", () => {
  const CLASS = { texts: ["class Store {\n open() {}\n close() {}\n}\n"], symbols: ["Store 1-4", "Store.open 2-2", "Store.close 3-3"] };

  check("the one whose name the question spells", "how does closeAll of Store work", { ...CLASS, symbols: ["Store 1-4", "Store.closeAll 3-3"] }, ["1-4 Store.closeAll"]);
  check("the last one that it spells", "Store.open", CLASS, ["1-4 Store.open"]);
  check("the one whose name shares most words with it", "closing things", CLASS, ["1-4 Store.close"]);
  check("the outer one where names share nothing", "things", { ...CLASS, texts: ["class Store {\n open() {}\n things() {}\n}\n"] }, ["1-4 Store"]);
  check("the innermost one around the whole chunk", "alpha", { texts: ["start\n", "alpha\n", "end\n"], symbols: ["A 1-3", "A.b 2-2", "C 5-6"] }, ["2-2 A.b", "1-1 A", "3-3 A"]);
  check("the first one that begins in it, where none is around it", "alpha", { texts: ["alpha\nbeta\ngamma\n"], symbols: ["f 2-2", "g 3-3"] }, ["1-3 f"]);
  check("none where it touches none", "alpha", { texts: ["alpha\n"] }, ["1-1 -"]);
  check("one whose name stands in another chunk only if it is around the whole of this one", "run", { texts: ["run()\n", "alpha run\n"], symbols: ["run 1-2", "x 2-2"] }, ["1-1 run", "2-2 x"]);
  check("the one that is named below its decorator", "run", { texts: ["@run\nfunction go() {}\n"], symbols: ["go 1-2@2"] }, ["1-2 go"]);
});

describe("order of a file's chunks", () => {
  check("by words", "alpha beta", { texts: ["alpha\n", "alpha beta\n", "gamma\n"] }, ["2-2 -", "1-1 -", "3-3 -"]);
  check("by place where words are equal", "alpha", { texts: ["alpha 1\n", "alpha 2\n"] }, ["1-1 -", "2-2 -"]);
  check("by closeness where no words tell", "unheard", { texts: ["a\n", "b\n", "c\n", "d\n", "e\n"], closeness: [0.1, 0.9, 0.5, 0.1, 0.1] }, ["2-2 -", "3-3 -", "1-1 -", "4-4 -", "5-5 -"]);
  check("words outweigh closeness", "alpha", { texts: ["alpha\n", "b\n"], closeness: [0.1, 0.9] }, ["1-1 -", "2-2 -"]);
  check("a definition comes before a use", "where is makeUser", { texts: ["makeUser() makeUser()\n", "function makeUser\n"], symbols: ["makeUser 2-2"] }, ["2-2 makeUser", "1-1 -"]);
  check("of a qualified name the last part is wanted", "Engine.start", { texts: ["class Engine\n", "start\n"], symbols: ["Engine 1-2", "Engine.start 2-2"] }, ["2-2 Engine.start", "1-1 Engine"]);
});

describe("scores", () => {
  it("share the file's score by how good the chunk is beside the best", async () => {
    const found = await places("alpha beta", { texts: ["alpha beta\n", "alpha\n", "gamma\n"] });
    expect(found?.places.map(({ score }) => score)).toEqual([2, 1, 0]);
  });

  it("are the file's where nothing tells its chunks apart", async () => {
    const found = await places("unheard", { texts: ["a\n", "b\n"] });
    expect(found?.places.map(({ score }) => score)).toEqual([2, 2]);
  });
});

describe("filters", () => {
  const FILE = { texts: ["alpha beta\n", "gamma\n", "delta\n"], symbols: ["First 1-2", "Third 3-3"] };

  check("by the chunk's text", "must:gamma alpha", FILE, ["2-2 First"]);
  check("by the labels of its symbols", "must:third alpha", FILE, ["3-3 Third"]);
  check("by the path", "must:src/file alpha", FILE, ["1-1 First", "2-2 First", "3-3 Third"]);
  check("exclude", "exclude:beta alpha", FILE, ["2-2 First", "3-3 Third"]);
  it("leave no file whose chunks do not pass", async () => expect(await places("must:omega alpha", FILE)).toBeNull());
});

it("gives no places for a file without chunks", async () => expect(await places("alpha", { texts: [] })).toBeNull());
it("gives at most eight places of a file", async () => expect((await places("alpha", { texts: Array.from({ length: 20 }, () => "alpha\n") }))?.places).toHaveLength(8));
it("gives the chunk's text as it is in the file", async () => expect((await places("beta", { texts: ["a\r\n", "  beta\r\n\r\n"] }))?.places[0]?.text).toBe("  beta\r\n\r\n"));
