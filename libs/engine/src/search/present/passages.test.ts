import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { retrieveCandidates } from "../retrieve/candidates.ts";
import { TextFilter } from "../retrieve/text-filter.ts";
import { parseQuery } from "../../query/parse-query.ts";
import { type FilePassages, passagesOf } from "./passages.ts";
import { parseQuestion } from "../parse/question.ts";
import { rankFiles } from "../rank/rank.ts";

/** The passages of the first file. */
async function passages(query: string, file: Omit<FakeFile, "path">): Promise<FilePassages | null> {
  const snapshot = fakeSnapshot([
    { path: "src/file.ts", ...file },
    { path: "src/other.ts", texts: ["other\n"] },
  ]);
  const parsed = parseQuery(query);
  const question = parseQuestion(parsed.text);
  const isDense = file.closeness !== undefined;
  const candidates = await retrieveCandidates({
    snapshot,
    question,
    queryVector: isDense ? new Float32Array(1) : null,
    allowed: null,
    maxChunks: 300,
    mustTokens: [],
    exactFiles: [],
  });
  const ranking = await rankFiles({ snapshot, question, candidates });
  return passagesOf(
    { file: 0, score: 2, prior: 1, signals: {} as never },
    { snapshot, question, candidates, ranking, textFilter: new TextFilter(parsed), check: () => undefined },
  );
}

/** @param expected `first-last label` of each passage, `-` for no symbol */
function check(name: string, query: string, file: Omit<FakeFile, "path">, expected: readonly string[]): void {
  it(name, async () => {
    const found = await passages(query, file);
    expect(
      found?.passages.map(
        ({ span, symbol }) => `${span.startLine}-${span.endLine} ${symbol?.label ?? "-"}`,
      ) ?? null,
    ).toEqual(expected);
  });
}

describe("which symbol a chunk is about", () => {
  const CLASS = {
    texts: ["class Store {\n open() {}\n close() {}\n}\n"],
    symbols: ["Store 1-4", "Store.open 2-2", "Store.close 3-3"],
  };

  check(
    "the one whose name the question spells",
    "how does closeAll of Store work",
    { ...CLASS, symbols: ["Store 1-4", "Store.closeAll 3-3"] },
    ["1-4 Store.closeAll"],
  );
  check("the last one that it spells", "Store.open", CLASS, ["1-4 Store.open"]);
  const TWO = {
    texts: ["class Store {\n put() {}\n}\nclass Cache {\n put() {}\n}\n"],
    symbols: ["Store 1-3", "Store.put 2-2", "Cache 4-6", "Cache.put 5-5"],
  };
  check("of two of one name the one in the class that it spells", "Cache.put", TWO, ["1-6 Cache.put"]);
  check("of two of one name the one in the class that it speaks of", "put it into the cache", TWO, [
    "1-6 Cache.put",
  ]);
  check("of two of one name the first where it speaks of neither class", "put", TWO, ["1-6 Store.put"]);
  check(
    "a class rather than its constructor of the same name",
    "how is Cache made",
    { ...TWO, symbols: ["Store 1-3", "Cache 4-6", "Cache.Cache 5-5"] },
    ["1-6 Cache"],
  );
  check(
    "the one whose name it spells before one whose class it spells",
    "Store.open or Cache.putAll",
    { ...TWO, symbols: ["Store 1-3", "Store.put 2-2", "Cache 4-6", "Cache.putAll 5-5"] },
    ["1-6 Cache.putAll"],
  );
  check("the one whose name shares most words with it", "closing things", CLASS, ["1-4 Store.close"]);
  check(
    "the outer one where names share nothing",
    "things",
    { ...CLASS, texts: ["class Store {\n open() {}\n things() {}\n}\n"] },
    ["1-4 Store"],
  );
  check(
    "the innermost one around the whole chunk, where the names stand in others",
    "alpha beta",
    {
      texts: ["class A\n b()\n", "alpha beta\n", "alpha\n", "alpha end\n"],
      symbols: ["A 1-5", "A.b 2-4", "C 7-8"],
    },
    ["3-3 A.b", "4-4 A.b", "5-5 A"],
  );
  check(
    "the first one that begins in it, where none is around it",
    "alpha",
    { texts: ["alpha\nbeta\ngamma\n"], symbols: ["f 2-2", "g 3-3"] },
    ["1-3 f"],
  );
  check(
    "the one that it is a comment on",
    "alpha",
    { texts: ["// alpha\n// of it\n", "function go() {}\n"], symbols: ["go 3-3"] },
    ["1-2 go"],
  );
  check(
    "none right behind it where it is no comment",
    "alpha",
    { texts: ["alpha()\n", "function go() {}\n"], symbols: ["go 2-2"] },
    ["1-1 -"],
  );
  check(
    "none behind a comment and a blank line",
    "alpha",
    { texts: ["// alpha\n\n", "function go() {}\n"], symbols: ["go 3-3"] },
    ["1-1 -"],
  );
  check("none where it touches none", "alpha", { texts: ["alpha\n"] }, ["1-1 -"]);
  check(
    "one whose name stands in another chunk only if it is around the whole of this one",
    "run",
    { texts: ["run()\n", "alpha run\n"], symbols: ["run 1-2", "x 2-2"] },
    ["1-1 run", "2-2 x"],
  );
  check(
    "the one that is named below its decorator",
    "run",
    { texts: ["@run\nfunction go() {}\n"], symbols: ["go 1-2@2"] },
    ["1-2 go"],
  );
});

describe("of a message, the symbol that a chunk is about", () => {
  const ARGS = {
    texts: [
      "func AtMostArgs\n 'accepts at most %d arg(s), received %d'\nfunc Exactly\n 'accepts %d arg(s), " +
        "received %d'\n",
    ],
    symbols: ["AtMostArgs 1-2", "Exactly 3-4"],
  };

  check("is what is around the line that says it best", "accepts 2 arg(s), received 3", ARGS, [
    "1-4 Exactly",
  ]);
  check(
    "is what is around the line that says it, where it is quoted",
    'who says "accepts at most n args"',
    ARGS,
    ["1-4 AtMostArgs"],
  );
  check("is the one whose name is spelled besides", "AtMostArgs: accepts 2 arg(s), received 3", ARGS, [
    "1-4 AtMostArgs",
  ]);
});

describe("the passage that is shown first", () => {
  const FILE = {
    texts: ["alpha alpha beta\n", "function go\n alpha\n stop\n", "says alpha beta gamma\n"],
    symbols: ["f 1-1", "go 2-4", "say 5-5"],
  };

  check(
    "holds the line that the question names, and is about what is around it",
    "alpha beta in src/file.ts:4",
    FILE,
    ["2-4 go", "1-1 f", "5-5 say"],
  );
  check(
    "holds the line that is named first",
    "at a (src/file.ts:5:1)\nat b (src/file.ts:3:1)",
    { ...FILE, texts: ["alpha\n", "function go\n a b\n stop\n", "says file a b\n"] },
    ["5-5 say", "2-4 go", "1-1 f"],
  );
  check(
    "is the beginning of a file that is all that is asked for",
    "src/file.ts",
    { texts: ["from the file of src\n", "file\n"] },
    ["1-1 -"],
  );
  check(
    "is what it is called after, where the file defines that",
    "src/file.ts",
    { texts: ["imports\n", "file() {}\n", "file\n"], symbols: ["file 2-2"] },
    ["2-2 file", "1-1 -"],
  );
  check("is what else is asked for, if anything", "beta of src/file.ts", { texts: ["imports\n", "beta\n"] }, [
    "2-2 -",
    "1-1 -",
  ]);
  check("holds what is quoted", 'alpha beta "alpha beta gamma"', FILE, ["5-5 say", "1-1 f", "2-4 go"]);
});

describe("where no name tells, the symbol that a chunk is about", () => {
  const TEXTS = {
    texts: ["const LIMIT = 9\nfunction send\n parcel weight\nfunction drop\n parcel\n"],
    symbols: ["LIMIT 1-1", "send 2-3", "drop 4-5"],
  };

  check("is the one in whose own text most of the question's words stand", "weight of a parcel", TEXTS, [
    "1-5 send",
  ]);
  check("is the first of those that hold as many", "parcel", TEXTS, ["1-5 send"]);
  check(
    "is the inner one where the outer one's name stands elsewhere",
    "parcel weight",
    { texts: ["class Depot\n", "send\n parcel weight\n"], symbols: ["Depot 1-3", "Depot.send 2-3"] },
    ["2-3 Depot.send"],
  );
  check(
    "counts a word once, however often it stands there",
    "weight of a parcel",
    {
      texts: ["function drop\n parcel parcel parcel\nfunction send\n parcel weight\n"],
      symbols: ["drop 1-2", "send 3-4"],
    },
    ["1-4 send"],
  );
  check(
    "does not count words that stand in another chunk",
    "alpha beta",
    { texts: ["@alpha beta\n", "@x\nfunction go\nfunction stop alpha\n"], symbols: ["go 1-3@3", "stop 4-4"] },
    ["1-1 go", "2-4 stop"],
  );
  check(
    "is the one whose head stands in another chunk",
    "alpha",
    {
      texts: ["class Depot\nfunction send\n", " alpha\n alpha\nfunction drop\n"],
      symbols: ["Depot 1-9", "Depot.send 2-4", "Depot.drop 5-9"],
    },
    ["3-5 Depot.send"],
  );
  check(
    "is the one around the chunk rather than one in it that holds none of the words",
    "alpha",
    { texts: ["function run\n", "alpha\nfunction inner\n"], symbols: ["run 1-3", "inner 3-3"] },
    ["2-3 run"],
  );
  check(
    "is the one below the comment that has them",
    "retry",
    {
      texts: ["class Client\n get\n", " /** Retries. retry */\n send\n parcel\n"],
      symbols: ["Client 1-5", "Client.get 2-2", "Client.send 4-5"],
    },
    ["3-5 Client.send"],
  );
  check(
    "is none that begins behind a blank line below it",
    "retry",
    {
      texts: ["class Client\n", " // retry\n\n send\n parcel\n"],
      symbols: ["Client 1-5", "Client.send 4-5"],
    },
    ["2-5 Client"],
  );
  check("gives way to a name that shares a word with the question", "drop the parcel by weight", TEXTS, [
    "1-5 drop",
  ]);
});

describe("order of a file's chunks", () => {
  check("by words", "alpha beta gamma", { texts: ["alpha\n", "alpha beta gamma\n", "alpha beta\n"] }, [
    "2-2 -",
    "3-3 -",
    "1-1 -",
  ]);
  check("by passage where words are equal", "alpha", { texts: ["alpha 1\n", "alpha 2\n"] }, [
    "1-1 -",
    "2-2 -",
  ]);
  check(
    "by closeness where no words tell",
    "unheard",
    { texts: ["a\n", "b\n", "c\n", "d\n", "e\n", "f\n"], closeness: [0.3, 0.9, 0.5, 0.1, 0.1, 0.1] },
    ["2-2 -", "3-3 -", "1-1 -"],
  );
  check("words outweigh closeness", "alpha", { texts: ["alpha\n", "b\n"], closeness: [0.1, 0.9] }, [
    "1-1 -",
    "2-2 -",
  ]);
  check(
    "a definition comes before a use",
    "where is makeUser",
    { texts: ["makeUser() makeUser()\n", "function makeUser\n"], symbols: ["makeUser 2-2"] },
    ["2-2 makeUser", "1-1 -"],
  );
  check(
    "of a qualified name the last part is wanted",
    "Engine.start",
    { texts: ["class Engine\n", "start\n"], symbols: ["Engine 1-2", "Engine.start 2-2"] },
    ["2-2 Engine.start", "1-1 Engine"],
  );
});

describe("a chunk that only imports", () => {
  const CODE = "function send(parcel: Parcel) {\n  parcel.weigh()\n}\n";
  const texts = ['import { Parcel } from "./parcel"\nimport { weighParcels } from "./weigh"\n', CODE];

  check(
    "comes behind one that has the words less often",
    "weigh a parcel",
    { texts, symbols: ["send 3-5"] },
    ["3-5 send", "1-2 -"],
  );
  check(
    "comes first where the other has far fewer of them",
    "weigh parcels parcel",
    {
      texts: ['import { weighParcels } from "./parcel/weigh/parcels"\n', "send(parcel)\n"],
      symbols: ["send 2-2"],
    },
    ["1-1 -", "2-2 send"],
  );
  check(
    "is what stands before the first symbol",
    "weigh a parcel",
    {
      texts: ["function weigh() {}\n", 'import { parcel, weigh } from "./weigh"\n', "parcel\n"],
      symbols: ["weigh 1-1"],
    },
    ["2-2 -", "1-1 weigh", "3-3 -"],
  );
});

describe("chunks that nothing speaks for", () => {
  check("are left out beside those that hold a word", "alpha", { texts: ["gamma\n", "alpha\n", "delta\n"] }, [
    "2-2 -",
  ]);
  check(
    "are left out beside those that are close, being no closer than most",
    "unheard",
    { texts: ["a\n", "b\n", "c\n", "d\n"], closeness: [0.2, 0.9, 0.2, 0.2] },
    ["2-2 -"],
  );
  check(
    "are left out beside a definition",
    "where is makeUser",
    { texts: ["other\n", "function makeUser\n"], symbols: ["makeUser 2-2"] },
    ["2-2 makeUser"],
  );
  check(
    "are left out though must: lets them pass",
    "must:gamma alpha",
    { texts: ["gamma 1\n", "gamma alpha\n", "gamma 2\n"] },
    ["2-2 -"],
  );
  check("have the first of them shown where the file has none better", "unheard", { texts: ["a\n", "b\n"] }, [
    "1-1 -",
  ]);
  check(
    "have the first of them shown that passes where none better does",
    "must:gamma alpha",
    { texts: ["alpha\n", "gamma 1\n", "gamma 2\n"] },
    ["2-2 -"],
  );
});

describe("scores", () => {
  it("share the file's score by how good the chunk is beside the best", async () => {
    const found = await passages("alpha beta gamma delta", {
      texts: ["alpha beta gamma delta\n", "alpha\n", "alpha beta\n"],
    });
    expect(found?.passages.map(({ score }) => score)).toEqual([2, 0.75, 0.375]);
  });

  it("are the file's where nothing tells its chunks apart", async () => {
    const found = await passages("alpha", { texts: ["alpha 1\n", "alpha 2\n"] });
    expect(found?.passages.map(({ score }) => score)).toEqual([2, 2]);
  });

  it("are the file's for the one chunk that stands for a file of which nothing is found", async () => {
    const found = await passages("unheard", { texts: ["a\n", "b\n"] });
    expect(found?.passages.map(({ score }) => score)).toEqual([2]);
  });
});

describe("filters", () => {
  const FILE = {
    texts: ["alpha beta\n", "alpha gamma\n", "alpha delta\n"],
    symbols: ["First 1-2", "Third 3-3"],
  };

  check("by the chunk's text", "must:gamma alpha", FILE, ["2-2 First"]);
  check("by the labels of its symbols", "must:third alpha", FILE, ["3-3 Third"]);
  check("by the path", "must:src/file alpha", FILE, ["1-1 First", "2-2 First", "3-3 Third"]);
  check("exclude", "exclude:beta alpha", FILE, ["2-2 First", "3-3 Third"]);
  it("leave no file whose chunks do not pass", async () =>
    expect(await passages("must:omega alpha", FILE)).toBeNull());
});

it("gives no passages for a file without chunks", async () =>
  expect(await passages("alpha", { texts: [] })).toBeNull());
it("gives at most eight passages of a file, and counts all", async () => {
  const found = await passages("alpha", {
    texts: Array.from({ length: 20 }, () => "alpha\n"),
    symbols: ["First 1-12", "Second 13-18"],
  });
  const symbols = new Set(found?.passages.map(({ symbol }) => symbol));
  expect([
    found?.passages.length,
    found?.count,
    [...symbols].map((symbol) => symbol && [symbol.id, found?.countOf(symbol)]),
  ]).toEqual([8, 20, [["id:First", 12]]]);
});
it("gives the chunk's text as it is in the file", async () =>
  expect((await passages("beta", { texts: ["a\r\n", "  beta\r\n\r\n"] }))?.passages[0]?.text).toBe(
    "  beta\r\n\r\n",
  ));
