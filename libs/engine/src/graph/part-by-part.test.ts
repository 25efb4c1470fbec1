/** Following the hints to the end finds everything that did not fit into a call graph. */
import { type CallGraphOk, type ToolCall, validateInput } from "@satori/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

/** Number of callers in each file, by its path. */
type Tree = Readonly<Record<string, number>>;

const folder = fc.constantFrom(
  "",
  "app/",
  "app/deep/",
  "app/deep/er/",
  "lib/",
  "lib/one/",
  "lib/two/",
  "test/",
);
const tree = fc
  .array(fc.tuple(folder, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts): Tree =>
    Object.fromEntries(
      parts.flatMap(([path, files, callers]) =>
        Array.from({ length: Math.min(files, 40) }, (_, at): [string, number] => [
          `${path}f${at}.ts`,
          callers,
        ]),
      ),
    ),
  );

it("shows each caller, and nothing else, by its hints", async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.integer({ min: 1, max: 50 }), async (files, limit) => {
      await using codebase = await indexedTree(textOf(files));
      const found = await followed(codebase, {
        tool: "call_graph",
        args: { path: codebase.root, symbol: "busy", direction: "callers", limit },
      });
      expect([...found].sort()).toEqual(
        Object.keys(files)
          .flatMap((file) => callersOf(file, files[file] as number))
          .sort(),
      );
    }),
    { numRuns: 8 },
  );
});

it("shows those of each of several definitions, asked by the ids of its roots", async () => {
  const callers = (name: string, count: number): string =>
    Array.from(
      { length: count },
      (_, at) =>
        `//- ${name}/f${at}.ts\nimport { ${name} } from "../${name}";\nexport function ` +
        `use${name}${at}(): void { new ${name}().busy(); }\n`,
    ).join("");
  await using codebase = await indexedTree(
    "//- A.ts\nexport class A { busy(): void {} }\n//- B.ts\nexport class B { busy(): void {} " +
      `}\n${callers("A", 90)}${callers("B", 70)}`,
  );
  const args = { path: codebase.root, direction: "callers", limit: 50 };
  const { roots, message } = await answerTo(codebase, { ...args, symbol: "busy" });
  expect(message).toMatch(/^2 definitions are called busy; pass a symbolRef to select one/);
  const found = await Promise.all(
    roots.map((symbol) => followed(codebase, { tool: "call_graph", args: { ...args, symbol } })),
  );
  expect(found.map(({ size }) => size)).toEqual([90, 70]);
});

it("says how many places its hints do not name", async () => {
  await using codebase = await indexedTree(
    textOf(Object.fromEntries(Array.from({ length: 120 }, (_, at): [string, number] => [`f${at}.ts`, 1]))),
  );
  const { message, hints } = await answerTo(codebase, {
    path: codebase.root,
    symbol: "busy",
    direction: "callers",
    limit: 50,
  });
  expect(hints?.paths).toHaveLength(50);
  // One of the 50 nodes is the definition itself.
  expect(message).toContain(
    `hints.paths lists the 50 largest remaining paths, and omits ${120 - 49 - 50} others.`,
  );
});

function callersOf(file: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `c_${file.replace(/\W/g, "_")}_${at}`);
}

function textOf(files: Tree): string {
  const texts = Object.entries(files).map(([file, count]) => {
    const functions = callersOf(file, count).map((name) => `export function ${name}(): void { busy(); }`);
    return (
      `//- ${file}\nimport { busy } from ` +
      `"${"../".repeat(file.split("/").length - 1) || "./"}busy";\n${functions.join("\n")}\n`
    );
  });
  return `//- busy.ts\nexport function busy(): void {}\n${texts.join("")}`;
}

/** Labels of all nodes except the roots, over a request and all requests that its answers propose. */
async function followed(codebase: TestCodebase, question: ToolCall): Promise<ReadonlySet<string>> {
  const labels = new Set<string>();
  const asked = new Set<string>();
  for (const next = [question]; next.length > 0;) {
    const { tool, args } = next.pop() as ToolCall;
    if (tool !== "call_graph" || asked.has(JSON.stringify(args))) continue;
    asked.add(JSON.stringify(args));
    expect(validateInput(tool, args)).toMatchObject({ ok: true });
    const answer = await answerTo(codebase, args);
    for (const { symbolId, symbolLabel } of answer.nodes)
      if (!answer.roots.includes(symbolId)) labels.add(symbolLabel);
    const { continue: more, paths = [] } = answer.hints ?? {};
    if (more)
      next.push(
        ...(paths.length === 0
          ? [more]
          : paths.map((path): ToolCall => ({ tool: more.tool, args: { ...more.args, path } }))),
      );
    expect(more?.args["path"]).toBe(paths[0] ?? more?.args["path"]);
  }
  return labels;
}

async function answerTo(codebase: TestCodebase, args: ToolCall["args"]): Promise<CallGraphOk> {
  const answer = await codebase.call("call_graph", args as { path: string; symbol: string });
  if (answer.status !== "ok") throw new Error(`${JSON.stringify(args)}: ${answer.message}`);
  return answer;
}
