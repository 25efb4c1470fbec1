import { describe, expect, it } from "vitest";
import { Steps } from "../../testing/steps.ts";
import { type Mentioned, mentionedFiles } from "./mentioned-files.ts";
import { parseQuestion } from "../parse/question.ts";

const PATHS = [
  "main.py",
  "src/index.ts",
  "src/search/rank.ts",
  "src/store/index.ts",
  "test/search/rank.ts",
  ...Array.from({ length: 6 }, (_, at) => `lib/p${at}/mod.rs`),
  "db/connection_adapters/base.rb",
  ...["base", "adapters", "connection", "models", "views"].map((folder) => `app/${folder}/base.rb`),
];

function mentioned(question: string, accepts: (file: number) => boolean): Mentioned {
  const { mentionedPaths, distinctTokens } = parseQuestion(question);
  return mentionedFiles(mentionedPaths, { paths: PATHS, tokens: distinctTokens, accepts });
}

function found(question: string, accepts: (file: number) => boolean = () => true): Record<string, unknown> {
  const { files } = mentioned(question, accepts);
  return Object.fromEntries(
    [...files].map(([file, { weight, lines }]) => [
      PATHS[file],
      lines.length === 0 ? weight : [weight, ...lines],
    ]),
  );
}

describe("a place is", () => {
  it.each([
    ["the file of that path", "src/search/rank.ts", { "src/search/rank.ts": 1 }],
    ["files of that name", "what is in rank.ts", { "src/search/rank.ts": 1, "test/search/rank.ts": 1 }],
    [
      "files below a folder that is not given",
      "search/rank.ts:7",
      { "src/search/rank.ts": [1, 7], "test/search/rank.ts": [1, 7] },
    ],
    [
      "the file that shares most with a path from elsewhere",
      "at f (/home/me/app/src/store/index.ts:3:1)",
      { "src/store/index.ts": [1, 3] },
    ],
    ["a file at the top, by its name", 'File "/app/main.py", line 2, in f', { "main.py": [1, 2] }],
    ["nothing where only the name is the same", "/usr/lib/node_modules/x/rank.ts", {}],
    ["nothing where many have the name", "mod.rs", {}],
    ["nothing where the question names folders of many, too", "which mod.rs of the lib is used", {}],
    ["those of many whose folders the question names", "what does mod.rs of p3 do", { "lib/p3/mod.rs": 1 }],
    [
      "those of which it names most",
      "mod.rs:7 in lib, for p4 or p5",
      { "lib/p4/mod.rs": [1, 7], "lib/p5/mod.rs": [1, 7] },
    ],
    [
      "one of many below a folder of several words",
      "how do connection adapters use base.rb:3",
      { "db/connection_adapters/base.rb": [1, 3] },
    ],
    ["nothing where words are folders that are called like the file", "base classes in base.rb", {}],
    ["that of many which the path names", "lib/p3/mod.rs", { "lib/p3/mod.rs": 1 }],
    ["nothing that is not there", "src/nowhere.ts", {}],
    ["no other case of it", "src/search/Rank.ts", {}],
  ])("%s", (_, question, expected) => expect(found(question)).toEqual(expected));

  it("none that a filter leaves out", () =>
    expect(found("rank.ts", (file) => file !== 4)).toEqual({ "src/search/rank.ts": 1 }));
});

it("counts less behind others, but not behind frames of libraries", () => {
  const trace =
    "at a (node:internal/x.js:1:1)\nat b (/app/src/search/rank.ts:9:1)\nat c " +
    "(/app/src/store/index.ts:4:1)\nat d (/app/src/search/rank.ts:2:1)";
  expect(found(trace)).toEqual({ "src/search/rank.ts": [1, 9, 2], "src/store/index.ts": [2 / 3, 4] });
});

describe("where no place is found, what is told of it is", () => {
  const unresolvedPath = (question: string, accepts: (file: number) => boolean = () => true): unknown =>
    mentioned(question, accepts).unresolvedPath;

  it.each([
    ["that the index has no such file", "src/nowhere.ts", { file: null, path: "src/nowhere.ts" }],
    ["that of a line of it", "nowhere.ts:3", { file: null, path: "nowhere.ts" }],
    ["nothing of what may be no file", "nowhere.ts", null],
    ["nothing of names that a slash joins", "retries in node.js/express.js", null],
    ["nothing of a file in folders that are all elsewhere", "elsewhere/deeper/nowhere.ts", null],
    ["nothing of an address", "see https://example.com/docs/nowhere.html", null],
    ["nothing of a name that many files have", "mod.rs:3", null],
    ["nothing of a name that another file has", "/usr/lib/node_modules/x/rank.ts", null],
    ["nothing where another one is found", "src/nowhere.ts and main.py", null],
    ["nothing of a question without places", "where are ties broken", null],
  ])("%s", (_, question, expected) => expect(unresolvedPath(question)).toEqual(expected));

  it("that filters leave it out", () =>
    expect(unresolvedPath("src/search/rank.ts:7", (file) => file < 2)).toEqual({
      file: 2,
      path: "src/search/rank.ts",
    }));
});

it("looks at each path a few times, however many folders a question names", () => {
  const steps = new Steps();
  const paths = Array.from({ length: 100 }, (_, at) => `src/d${at}/a.ts`);
  const places = Array.from({ length: 50 }, (_, at) => ({ path: `x${at}/y${at}/none${at}.ts`, line: null }));
  expect(
    mentionedFiles(places, { paths, tokens: [], accepts: () => true, check: steps.check }).unresolvedPath,
  ).toBeNull();
  expect(steps.count).toBe(200);
});
