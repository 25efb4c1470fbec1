/** `unused_symbols`: what is listed, what is not, and why a symbol may be alive. */
import type { UnusedSymbolsOk } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

async function answered(tree: string, args: object = {}): Promise<UnusedSymbolsOk> {
  await using codebase = await indexedTree(tree, { embedder: null });
  const answer = await codebase.call("unused_symbols", { path: codebase.root, ...args });
  if (answer.status !== "ok") throw new Error(`${answer.status}: ${answer.message}`);
  return answer;
}

/** Labels of unused symbols, then `label: reasons` of those that may be alive. */
async function listed(tree: string, args: object = {}): Promise<readonly string[]> {
  const { unused, possibly } = await answered(tree, args);
  return [
    ...unused.map(({ symbolLabel }) => symbolLabel),
    ...possibly.map(
      ({ symbolLabel, reasons }) => `${symbolLabel}: ${reasons.map(({ reason }) => reason).join(" ")}`,
    ),
  ];
}

function check(what: string, tree: string, expected: readonly string[]): void {
  it(what, async () => expect(await listed(tree)).toEqual(expected));
}

const APP = '//- package.json\n{ "private": true }\n';
const LIBRARY = '//- package.json\n{ "name": "a", "exports": "./dist/index.js" }\n';

describe("in TypeScript, what is unused", () => {
  check(
    "is a function that nothing calls",
    `${APP}//- a.ts\nexport function used() {}\nexport function idle() {}\nused();`,
    ["idle"],
  );
  check("is what only calls itself", `${APP}//- a.ts\nexport function idle() { idle(); }`, ["idle"]);
  check("is what is only exported by a list", `${APP}//- a.ts\nfunction idle() {}\nexport { idle };`, [
    "idle",
  ]);
  check(
    "is one of two functions of a name",
    `${APP}//- a.ts\nexport function parse() {}\n//- b.ts\nexport function parse() {}\nparse();`,
    ["parse"],
  );
  check("is a private method", `${APP}//- a.ts\nexport class A { private idle() {} }\nnew A();`, ["A.idle"]);
  check(
    "is no function that a test calls",
    `${APP}//- a.ts\nexport function used() {}\n//- a.test.ts\nimport { used } from "./a";\nused();`,
    [],
  );
  check(
    "is no function that is passed on and used under another name",
    `${APP}//- a.ts\nexport function used() {}\n//- b.ts\nexport { used as other } from "./a";`,
    [],
  );
  check(
    "is no constant in markup behind an apostrophe",
    `${APP}//- a.tsx\nconst SIZE = 1;\nexport const A = () => <p>Don't {SIZE}, won't</p>;\nA();`,
    ["SIZE: named_in_text"],
  );
});

describe("in TypeScript, what may be alive", () => {
  check(
    "is exported by the entry of a package",
    `${LIBRARY}//- src/index.ts\nexport function offered() {}\n//- src/b.ts\nexport function idle() {}`,
    ["idle", "offered: exported"],
  );
  check(
    "is exported by a module that the entry passes on",
    `${LIBRARY}//- src/index.ts\nexport * from "./b";\n//- src/b.ts\nexport function offered() {}`,
    ["offered: exported"],
  );
  check(
    "is in a package whose entry is not in the index",
    `${LIBRARY}//- a/b.ts\nexport function offered() {}`,
    ["offered: exported"],
  );
  check("is found by its file", `${APP}//- vite.config.ts\nexport default function config() {}`, [
    "config: exported other_name",
  ]);
  check(
    "is declared for a module whose name is no word",
    `${APP}//- a.d.ts\ndeclare module "png-chunk-text" {\n  export function idle(): void;\n}`,
    ["png-chunk-text.idle: outside"],
  );
  check("is decorated", `${APP}//- a.ts\n@Component()\nexport class A {}`, ["A: decorated"]);
  check(
    "overrides a method",
    `${APP}//- a.ts\nclass B { run() {} }\nexport class A extends B { override refresh() {} }\nnew A();`,
    ["B.run: outside", "A.refresh: overrides outside"],
  );
  check("is named in a string", `${APP}//- a.ts\nexport function handle() {}\n//- b.ts\nrun("handle");`, [
    "handle: named_in_text",
  ]);
  check(
    "is named in a configuration",
    `${APP}//- a.ts\nexport function handle() {}\n//- b.yaml\nrun: a.handle`,
    ["handle: named_in_text"],
  );
});

describe("in TypeScript, what another name reaches", () => {
  check(
    "is used by whoever imports the default",
    `${APP}//- a.ts\nfunction inner() {}\nexport default inner;\n//- b.ts\nimport outer from "./a";\nouter();`,
    [],
  );
  check(
    "may be alive without a known user",
    `${APP}//- a.ts\nconst inner = () => 1;\nexport default inner;\n//- b.ts\nexport function idle() {}\nexport { idle as other };`,
    ["inner: other_name", "idle: other_name"],
  );
  check(
    "may be a hook of a library whose name starts with an underscore",
    `${APP}//- a.d.ts\ndeclare module "resize" {\n  interface Resizer {\n    _create(): void;\n  }\n}`,
    ["resize.Resizer: outside", "resize.Resizer._create: outside"],
  );
});

describe("in Go", () => {
  const GO = "//- go.mod\nmodule a\n";
  check(
    "a function in lower case is unused if its package does not call it",
    `${GO}//- a/a.go\npackage a\n\nfunc idle() {}\n//- b/b.go\npackage b\n\nfunc idle() {}\n\nfunc B() { idle() }`,
    ["idle", "B: exported"],
  );
  check(
    "nothing of a program is exported",
    `${GO}//- main.go\npackage main\n\nfunc Idle() {}\n\nfunc main() {}`,
    ["Idle", "main: entry_point"],
  );
});

describe("in Python", () => {
  check(
    "a function of a script is unused, and one of a package may be alive",
    `//- pkg/pyproject.toml\n[project]\n//- pkg/a.py\ndef offered():\n    pass\n\ndef _idle():\n    pass`,
    ["_idle", "offered: exported"],
  );
  check(
    "nothing is exported without a manifest, and a decorator may register what it decorates",
    `//- a.py\ndef idle():\n    pass\n\n@route("/")\ndef page():\n    pass`,
    ["idle", "page: decorated"],
  );
  check("a test may be alive, if tests are listed", `//- a.py\ndef _idle():\n    pass`, ["_idle"]);
});

it("lists only symbols of the requested folder, kinds and classes of files", async () => {
  const tree = `${APP}//- a/a.ts\nexport function one() {}\nexport class Two {}\n//- b.ts\nexport function three() {}\n//- a/a.test.ts\nfunction four() {}\nexport const five = 1;`;
  await using codebase = await indexedTree(tree, { embedder: null });
  const labels = async (args: object): Promise<string[]> => {
    const answer = await codebase.call("unused_symbols", { path: codebase.root, ...args });
    return answer.status === "ok" ? answer.unused.map(({ symbolLabel }) => symbolLabel) : [answer.status];
  };
  expect(await labels({})).toEqual(["one", "Two", "three"]);
  expect(await labels({ path: "a" })).toEqual(["one", "Two"]);
  expect(await labels({ kinds: ["class"] })).toEqual(["Two"]);
  expect(await labels({ includeTests: true })).toEqual(["four", "five", "one", "Two", "three"]);
});

it("cuts the list at the limit, and counts all", async () => {
  const answer = await answered(
    `${APP}//- a.ts\nexport function one() {}\nexport function two() {}\nexport function three() {}`,
    { limit: 2 },
  );
  expect(answer).toMatchObject({
    unused: [{ symbolLabel: "one" }, { symbolLabel: "two" }],
    truncated: true,
    counts: { symbols: 3, unused: 3, possibly: 0, byReason: [] },
    warnings: ["OUTPUT_TRUNCATED"],
    message: "Of 3 symbols, 3 are unused, and 0 more without known users may be alive.",
  });
});

it("says which files may use the symbols although they were not read", async () => {
  await using codebase = await indexedTree(
    `${APP}//- a.ts\nexport function one() {}\n//- big.ts\n${"// x\n".repeat(50)}`,
    { embedder: null, config: { maxFileBytes: 100 } },
  );
  expect(await codebase.call("unused_symbols", { path: codebase.root })).toMatchObject({
    unused: [{ symbolLabel: "one" }],
    coverage: { unread: 1, examples: ["big.ts"] },
    warnings: ["FILES_SKIPPED"],
  });
});
