/** Whether it is proven that nothing uses a symbol, and why not otherwise. */
import { Evaluator } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { noDeadline, openDeadline } from "../deadline.ts";
import { findSymbols } from "../files/symbol-lookup/find-symbol.ts";
import { snapshotProject } from "../store/snapshot-project.ts";
import { TestPlace } from "../testing/engine.ts";
import { writeTree } from "../testing/trees/tree.ts";
import { type Absence, absenceOf } from "./absence-of.ts";

/** Absence of each symbol of a tree that is called so. */
async function absences(tree: string, name: string, deadline = noDeadline()): Promise<Absence[]> {
  await using place = new TestPlace();
  writeTree(place.tree.root, tree);
  place.tree.wait();
  const { index, codebase } = place.engine();
  await index();
  using snapshot = await codebase.snapshot();
  const resolution = new Evaluator(snapshotProject(snapshot), () => deadline.check());
  const symbols = await findSymbols(snapshot, name, { folder: "" });
  const found: Absence[] = [];
  for (const symbol of symbols) found.push(await absenceOf({ view: snapshot, resolution, deadline }, symbol));
  return found;
}

/** `proven`, or the reasons; of the first symbol of a tree that is called so. */
async function verdict(tree: string, name: string): Promise<string> {
  const [first] = await absences(tree, name);
  if (!first) return "no such symbol";
  const { calls, uses, registrations } = first.users;
  const users = calls.count + uses.count + registrations.count;
  return first.proven
    ? "proven"
    : [...(users > 0 ? ["used"] : []), ...new Set(first.reasons.map(({ reason }) => reason))].join(" ");
}

function check(what: string, tree: string, expected: string, name = "lonely"): void {
  it(what, async () => expect(await verdict(tree, name)).toBe(expected));
}

const MODULE = "export const other = 1;";

describe("in TypeScript, nothing is proven to use", () => {
  const proven = (what: string, tree: string, name = "lonely"): void => check(what, tree, "proven", name);
  proven("a function that only its own module could call", `//- a.ts\nfunction lonely() {}\n${MODULE}`);
  proven(
    "an exported function whose name no text has",
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nimport { other } from "./a";`,
  );
  proven("a function that calls itself", `//- a.ts\nexport function lonely() { lonely(); }`);
  proven(
    "a function with overloads",
    `//- a.ts\nexport function lonely(a: string): void;\nexport function lonely(a: number): void;\nexport function lonely(a: unknown): void {}`,
  );
  proven(
    "a function that only comments and documents name",
    `//- a.ts\n// lonely is not called.\n/* nor is lonely */\nexport function lonely() {}\n//- README.md\nCall lonely().`,
  );
  proven("a type", `//- a.ts\nexport interface lonely { size: number }`);
  proven("a private method", `//- a.ts\nexport class A { private lonely() {} }`);
  proven(
    "a function that another module declares for itself",
    `//- a.ts\nfunction lonely() {}\n${MODULE}\n//- b.ts\nfunction lonely() {}\nexport const b = lonely();`,
  );
});

describe("in TypeScript, something may use", () => {
  check(
    "what is called",
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nimport { lonely } from "./a";\nlonely();`,
    "used named_in_code",
  );
  check(
    "what is imported under another name",
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nimport { lonely as a } from "./a";`,
    "named_in_code",
  );
  check("a default export", `//- a.ts\nexport default function lonely() {}`, "other_name");
  check(
    "what is the default export by a statement",
    `//- a.ts\nfunction lonely() {}\nexport default lonely;`,
    "named_in_code",
  );
  check(
    "a module that is imported as an object",
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nimport * as all from "./a";\nall["lo" + "nely"]();`,
    "used other_name",
  );
  check(
    "a module that is required",
    `//- a.ts\nexport function lonely() {}\n//- b.js\nconst all = require("./a");\nfor (const each of Object.values(all)) each();`,
    "other_name",
  );
  check(
    "a module that passes on all of another one as an object",
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nexport * as all from "./a.js";`,
    "other_name",
  );
  check(
    "what a string names",
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nexport const name = "lonely";`,
    "named_in_text",
  );
  check(
    "what a configuration names",
    `//- a.ts\nexport function lonely() {}\n//- b.json\n{ "run": "lonely" }`,
    "named_in_text",
  );
  check(
    "what markup names",
    `//- a.ts\nexport function lonely() {}\n//- b.html\n<a onclick="lonely()">a</a>`,
    "named_in_text",
  );
  check("what a method without a modifier is", `//- a.ts\nexport class A { lonely() {} }`, "outside");
  check(
    "what other code reaches by a subscript",
    `//- a.ts\nexport class A { private lonely() {} }\n//- b.ts\nexport const a = (x: any) => x["lonely"]();`,
    "used named_in_text",
  );
  check("a property of an interface", `//- a.ts\nexport interface A { lonely: number }`, "outside");
  check("what a decorator marks", `//- a.ts\n@Injectable()\nexport class lonely {}`, "decorated");
  check("a script, which all scripts see", `//- a.ts\nfunction lonely() {}`, "outside");
  check("a declaration of what is elsewhere", `//- a.d.ts\nexport function lonely(): void;`, "outside");
  check(
    "what code behind an apostrophe in markup names",
    `//- a.tsx\nfunction lonely() { return 1; }\nexport const A = () => <p>Don't // {lonely()}</p>;`,
    "used named_in_text",
  );
  check(
    "what code behind an address in markup names",
    `//- a.tsx\nfunction lonely() { return 1; }\nexport const A = () => <p>It's http://a {lonely()}</p>;`,
    "used named_in_text",
  );
  check(
    "what a comment names that compilers read",
    `//- a.js\n/** @type {lonely} */\nexport const a = 1;\nexport class lonely {}`,
    "named_in_text",
  );
  check(
    "what is in a component's script",
    `//- a.vue\n<script setup>\nfunction lonely() {}\n</script>`,
    "outside",
  );
  check(
    "what is in a file with a syntax error",
    `//- a.ts\nexport function lonely() {}\nexport const a = ;`,
    "unread",
  );
  check(
    "a function that is a value where it stands",
    `//- a.ts\nrun(function lonely() {});\n${MODULE}`,
    "outside",
  );
  check(
    "a class that registers itself",
    `//- a.ts\nexport class lonely { static { define(lonely); } }`,
    "named_in_code",
  );
  check(
    "what is given away where it is made",
    `//- a.ts\nexport const lonely = memo(function lonely() {});`,
    "named_in_code",
  );
});

describe("in Go, nothing is proven to use", () => {
  check(
    "a function in lower case, whatever other packages name so",
    `//- a/a.go\npackage a\nfunc lonely() {}\n//- b/b.go\npackage b\nfunc lonely() {}\nfunc B() { lonely() }`,
    "proven",
  );
  check(
    "a function in upper case whose name no text has",
    `//- a/a.go\npackage a\nfunc Lonely() {}`,
    "proven",
    "Lonely",
  );
  check(
    "a method in lower case",
    `//- a/a.go\npackage a\ntype T struct{}\nfunc (t T) lonely() {}`,
    "proven",
    "T.lonely",
  );
});

describe("in Go, something may use", () => {
  check(
    "what the package calls in another file",
    `//- a/a.go\npackage a\nfunc lonely() {}\n//- a/b.go\npackage a\nfunc B() { lonely() }`,
    "used named_in_code",
  );
  check(
    "a method that an interface elsewhere may have",
    `//- a/a.go\npackage a\ntype T struct{}\nfunc (t T) Lonely() {}`,
    "overrides",
    "T.Lonely",
  );
  check(
    "a method that an interface has",
    `//- a/a.go\npackage a\ntype T struct{}\nfunc (t T) lonely() {}\ntype I interface {\n\tlonely()\n}\n`,
    "named_in_code",
    "T.lonely",
  );
  check(
    "what a directive exports",
    `//- a/a.go\npackage a\n//export lonely\nfunc lonely() {}`,
    "named_in_text",
  );
  check(
    "what assembly calls",
    `//- a/a.go\npackage a\nfunc lonely() {}\n//- a/b.s\nCALL ·lonely(SB)`,
    "named_in_text",
  );
  check("a field", `//- a/a.go\npackage a\ntype T struct {\n\tlonely int\n}\n`, "unsupported", "T.lonely");
  check("main", `//- a/a.go\npackage main\nfunc main() {}`, "entry_point named_in_code", "main");
  check("a test", `//- a/a_test.go\npackage a\nfunc TestLonely(t *testing.T) {}`, "test", "TestLonely");
});

describe("in Python, nothing is proven to use", () => {
  check("a function whose name no text has", `//- a.py\ndef lonely():\n    pass`, "proven");
  check("a class", `//- a.py\nclass Lonely:\n    pass`, "proven", "Lonely");
});

describe("in Python, something may use", () => {
  check(
    "what a list of exports has",
    `//- a.py\n__all__ = ["lonely"]\ndef lonely():\n    pass`,
    "named_in_text",
  );
  check(
    "a method, which getattr may reach",
    `//- a.py\nclass A:\n    def lonely(self):\n        pass`,
    "dynamic",
    "A.lonely",
  );
  check(
    "what a decorator registers",
    `//- a.py\n@app.get("/")\ndef lonely():\n    pass`,
    "used decorated registered",
  );
  check(
    "what a type comment names",
    `//- a.py\nclass Lonely: pass\nx = f()  # type: Lonely`,
    "named_in_text",
    "Lonely",
  );
  check("a test", `//- tests/test_a.py\ndef test_lonely():\n    pass`, "test", "test_lonely");
});

describe("in Java, nothing is proven to use", () => {
  check("a private method", `//- A.java\nclass A { private void lonely() {} }`, "proven");
  check("a method of objects is not covered", `//- A.java\nclass A { void lonely() {} }`, "overrides");
  check(
    "an annotated method is not",
    `//- A.java\nclass A { @PostConstruct private void lonely() {} }`,
    "decorated",
  );
});

it("proves nothing in a language without a rule", async () => {
  expect(await verdict(`//- a.rb\ndef lonely\nend`, "lonely")).toBe("unsupported");
});

it("proves nothing while a file is not read", async () => {
  const tree = `//- a.ts\nexport function lonely() {}\n//- b.ts\n${"x".repeat(10)}\0`;
  expect(await verdict(tree, "lonely")).toBe("unread");
});

it("says what was looked at", async () => {
  const [absence] = await absences(
    `//- a.ts\n// lonely\nexport function lonely() {}\n//- b.ts\n${MODULE}`,
    "lonely",
  );
  expect(absence).toMatchObject({ proven: true, examined: { files: 2, occurrences: 2 }, reasons: [] });
});

it("lists users by file and line, with the definition around them", async () => {
  const [absence] = await absences(
    `//- a.ts\nexport function lonely() {}\n//- b.ts\nimport { lonely } from "./a";\nexport function b() {\n  lonely();\n}`,
    "lonely",
  );
  expect(absence?.users.calls).toEqual({
    count: 1,
    sites: [{ file: "b.ts", line: 3, symbolLabel: "b", confidence: "resolved", via: "import" }],
  });
});

it("ends with the deadline", async () => {
  using late = openDeadline({ limitMs: 0, setting: "TEST" });
  await expect(absences(`//- a.ts\nexport function lonely() {}`, "lonely", late)).rejects.toThrow(/deadline/);
});
