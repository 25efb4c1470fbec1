/** A call with known targets reports when a limit may have hidden others. */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { filesOf } from "../testing/check-edges.ts";
import type { SearchLimit } from "../memo.ts";
import { resolveSite } from "./call-sites.ts";
import { callersOf } from "./callers.ts";

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("\n");

/**
 * For the last call of the first file: the number of its targets, and the limit that may have hidden others.
 */
function lastCall(text: string): Promise<{ readonly targets: number; readonly cut: SearchLimit | null }> {
  return last("sites", text);
}

async function last(
  kind: "sites" | "accesses",
  text: string,
): Promise<{ readonly targets: number; readonly cut: SearchLimit | null }> {
  const files = await Promise.all(
    filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
  );
  const resolution = new Evaluator(factsProject(files));
  const { targets, cut } = resolveSite(
    resolution,
    0,
    (kind === "sites" ? resolution.index(0)?.flow.sites : resolution.index(0)?.accesses)?.at(-1) as never,
  );
  return { targets: targets.length, cut };
}

test("any of more values than are kept", async () => {
  const table = (count: number): string =>
    `//- a.js\n${times(count, (at) => `function f${at}() {}`)}\nfunction pick(n) ` +
    `{\n${times(count, (at) => `if (n === ${at}) return f${at};`)}\n}\npick(1)();\n`;
  expect(await lastCall(table(3))).toEqual({ targets: 3, cut: null });
  expect(await lastCall(table(64))).toEqual({ targets: 64, cut: null });
  expect(await lastCall(table(65))).toEqual({ targets: 64, cut: "too_many_values" });
});

test("a method of what may be any of more objects than are kept", async () => {
  const table = (count: number): string =>
    `//- a.js\n${times(count, (at) => `class C${at} { ${at < 2 ? "run" : "go"}() {} }`)}\nfunction ` +
    `pick(n) {\n${times(count, (at) => `if (n === ${at}) return new C${at}();`)}\n}\npick(1).run();\n`;
  expect(await lastCall(table(64))).toEqual({ targets: 2, cut: null });
  expect(await lastCall(table(65))).toEqual({ targets: 2, cut: "too_many_values" });
});

test("a name that is assigned more often than is looked at", async () => {
  const text = (count: number): string =>
    `//- a.js\nfunction last() {}\nlet v = last;\n${times(count, () => "v = last;")}\nv();\n`;
  expect(await lastCall(text(49))).toEqual({ targets: 1, cut: null });
  expect(await lastCall(text(50))).toEqual({ targets: 1, cut: "too_many_values" });
});

test("a method of a type with more subtypes than are looked at", async () => {
  const shapes = (count: number, others = ""): string =>
    "//- a.ts\nexport interface Shape { draw(): void " +
    `}\n${times(count, (at) => `class S${at} implements Shape { draw() {} }`)}\n${others}\nfunction ` +
    "all(shape: Shape) { shape.draw(); }\n";
  const below = "class Late extends S0 { draw() {} }";
  expect(await lastCall(shapes(3, below))).toEqual({ targets: 5, cut: null });
  expect(await lastCall(shapes(300))).toEqual({ targets: 301, cut: null });
  expect(await lastCall(shapes(300, below))).toEqual({ targets: 301, cut: "too_many_subtypes" });
});

test("none of a class above that is asked for by itself: what stands below is not meant", async () => {
  const shapes = times(299, (at) => `class S${at} extends Shape { draw() {} get size() { return ${at}; } }`);
  const text = (use: string): string =>
    `//- a.ts\nclass Shape { draw() {} get size() { return 0; } }\n${shapes}\nclass Late extends S0 { ` +
    `draw() {} get size() { return 0; } }\nclass Own extends Shape { again(shape: Shape) { ${use}; } ` +
    "}\n";
  expect([await lastCall(text("shape.draw()")), await lastCall(text("super.draw()"))]).toEqual([
    { targets: 300, cut: "too_many_subtypes" },
    { targets: 1, cut: null },
  ]);
  expect([await last("accesses", text("shape.size")), await last("accesses", text("super.size"))]).toEqual([
    { targets: 300, cut: "too_many_subtypes" },
    { targets: 1, cut: null },
  ]);
});

test("a method that only types below have, which are more than are looked at", async () => {
  const text = (count: number, others = ""): string =>
    "//- a.py\nclass Base:\n  def all(self): " +
    `self.draw()\n${times(count, (at) => `class S${at}(Base):\n  def ${at < 2 ? "draw" : "other"}(self): pass`)}\n${others}`;
  const below = "class Late(S2):\n  def draw(self): pass\n";
  expect(await lastCall(text(3, below))).toEqual({ targets: 3, cut: null });
  expect(await lastCall(text(300))).toEqual({ targets: 2, cut: null });
  expect(await lastCall(text(300, below))).toEqual({ targets: 2, cut: "too_many_subtypes" });
});

test("a parameter of a function that is called in more files than are looked at", async () => {
  const text = (count: number): string =>
    "//- a.js\nfunction mine() {}\nrun(mine);\nexport function run(done) { done(); " +
    `}\n${times(count, (at) => `//- c${at}.js\nimport { run } from "./a";\nfunction other() {}\nrun(other);\n`)}`;
  expect(await lastCall(text(3))).toEqual({ targets: 4, cut: null });
  expect(await lastCall(text(41))).toEqual({ targets: 1, cut: "too_many_calls" });
});

test("a parameter of a function that is called more often than is looked at", async () => {
  const text = (count: number): string =>
    "//- a.js\nfunction mine() {}\nexport function run(done) { done(); }\n//- b.js\nimport { run } " +
    `from "./a";\nfunction other() {}\n${times(count, () => "run(other);")}\n`;
  expect(await lastCall(text(200))).toEqual({ targets: 1, cut: null });
  expect(await lastCall(text(201))).toEqual({ targets: 1, cut: "too_many_calls" });
});

test("a method of a parameter of one, unless a type is declared that says what it is", async () => {
  const text = (count: number, declared = ""): string =>
    `//- a.ts\nexport class Job { go() {} }\nrun(new Job());\nexport function run(job${declared}) { ` +
    "job.go(); " +
    `}\n${times(count, (at) => `//- c${at}.ts\nimport { run } from "./a";\nclass Own { go() {} }\nrun(new Own());\n`)}`;
  expect(await lastCall(text(3))).toEqual({ targets: 4, cut: null });
  expect(await lastCall(text(41))).toEqual({ targets: 1, cut: "too_many_calls" });
  expect(await lastCall(text(41, ": Job"))).toEqual({ targets: 1, cut: null });
});

test("a parameter of a constructor, by calls of its class and not of others", async () => {
  const text = (count: number): string =>
    "//- a.js\nfunction mine() {}\nnew Job(mine);\nexport class Job { constructor(done) { done(); } " +
    `}\n${times(count, (at) => `//- c${at}.js\nimport { Job } from "./a";\nfunction other() {}\nnew Job(other);\n`)}`;
  const others = times(
    45,
    (at) =>
      `//- o${at}.js\nimport { Base } from "x";\nclass Own extends Base { constructor() { super(); } }\n`,
  );
  expect(await lastCall(`${text(3)}${others}`)).toEqual({ targets: 4, cut: null });
  expect(await lastCall(text(41))).toMatchObject({ cut: "too_many_calls" });
});

test("a value that is handed on more often than is followed", async () => {
  const text = (count: number): string =>
    "//- a.js\nfunction end() {}\nconst v0 = " +
    `end;\n${times(count, (at) => `const v${at + 1} = v${at};`)}\nv${count}();\n`;
  expect(await lastCall(text(3))).toEqual({ targets: 1, cut: null });
  expect(await lastCall(text(200))).toMatchObject({ cut: "too_deep" });
});

test("callers of a method below may be among them, those of other types are not", async () => {
  const text =
    "//- a.ts\nexport interface Shape { draw(): void " +
    `}\n${times(300, (at) => `class S${at} implements Shape { draw() {} }`)}\nclass Late extends S0 { ` +
    "draw() {} }\nclass Lots { draw() {} }\nfunction all(shape: Shape) { shape.draw(); }\n";
  const [{ path, text: source } = { path: "", text: "" }] = filesOf(text);
  const project = factsProject([{ path, text: source, facts: await analyze(path, source) }]);
  const openOf = async (type: string): Promise<readonly string[]> => {
    const scopes = project.flow(0)?.scopes ?? [];
    const scope = scopes.findIndex(({ name, parent }) => name === "draw" && scopes[parent]?.name === type);
    const { unresolved } = await callersOf(new Evaluator(project), [{ file: 0, scope }], {
      enough: 100,
      isAsked: () => true,
      pause: () => undefined,
    });
    return unresolved.map(({ reason }) => reason);
  };
  expect([await openOf("Late"), await openOf("Lots")]).toEqual([["too_many_subtypes"], []]);
});

test("what is put under a key in more files than are looked at, where the object's type is declared", async () => {
  const text = (count: number): string =>
    "//- a.ts\nexport interface Plugin { setup(): void }\nfunction all(plugin: Plugin) { " +
    "plugin.setup(); " +
    `}\n${times(count, (at) => `//- c${at}.ts\nimport { type Plugin } from "./a";\nfunction own() {}\nexport const plugin: Plugin = { setup: own };\n`)}`;
  expect(await lastCall(text(3))).toEqual({ targets: 4, cut: null });
  expect(await lastCall(text(101))).toEqual({ targets: 1, cut: "too_many_files" });
});

test("a literal in more literals than are followed", async () => {
  const text = (depth: number): string => {
    const types = times(depth, (at) => `interface T${at} { next: T${at + 1} }`);
    return (
      `//- a.ts\n${types}\ninterface T${depth} { run(): void }\nconst root: T0 = ` +
      `${"{ next: ".repeat(depth)}{ run() {} }${" }".repeat(depth)};\nfunction all(last: T${depth}) { ` +
      "last.run(); }\n"
    );
  };
  expect(await lastCall(text(2))).toEqual({ targets: 2, cut: null });
  expect(await lastCall(text(5))).toEqual({ targets: 1, cut: "too_deep" });
});

test("a constant of Ruby that stands in files behind those that are looked at first", async () => {
  const text = (count: number): string =>
    "//- a.rb\ndef main\n  " +
    `User.make\nend\n${times(count, (at) => `//- b${at}.rb\nmodule M${at}\n  class User\n  end\nend\n`)}\n//- ` +
    "c.rb\nclass User\n  def self.make\n  end\nend\n";
  expect(await lastCall(text(60))).toEqual({ targets: 1, cut: null });
});

test("a class in more parts than one, whose name many files have", async () => {
  const text = (count: number): string =>
    "//- a.rb\nclass User\n  def main\n    save\n  end\nend\n//- b.rb\nclass Base\n  def save\n  " +
    "end\nend\nclass Other\n  def save\n  end\nend\nclass User < " +
    `Base\nend\n${times(count, (at) => `//- c${at}.rb\nmodule M${at}\n  class User\n  end\nend\n`)}`;
  expect(await lastCall(text(60))).toEqual({ targets: 1, cut: null });
});
