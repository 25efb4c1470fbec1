/** Messages for answers with more calls, definitions or callers than fit. */
import { join } from "node:path";
import { ARGUMENT_DEFAULTS, type CallGraphOk } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE, questionsAbout } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());
const { answered } = questionsAbout(() => codebase);

describe("call_graph", () => {
  it("says how many definitions the limit left out", async () => {
    const answer = await answered({ symbol: "log", direction: "callers", limit: 2 });
    expect(answer.nodes).toHaveLength(2);
    expect(answer.warnings).toEqual(["OUTPUT_TRUNCATED"]);
    expect(answer.message).toMatch(/more/);
  });

  it("shows no more of the definitions of a name than the limit allows", async () => {
    const answer = await answered({ symbol: "twice", limit: 1 });
    expect(answer).toMatchObject({
      warnings: ["OUTPUT_TRUNCATED"],
      nodes: [{ symbolLabel: "Splines.twice" }],
      message: expect.stringMatching(
        /^2 definitions are called twice, of which 1 with the most calls is followed/,
      ),
    });
    expect(answer.namesakes?.map(({ symbolLabel }) => symbolLabel)).toEqual(["Others.twice"]);
    expect(answer.roots).toHaveLength(1);
  });

  it("hints at calls that show what was cut", async () => {
    const { hints = {} } = await answered({ symbol: "log", limit: 2 });
    expect(Object.keys(hints)).toEqual(["continue", "callers", "callees"]);
    const [whole, callers] = [
      await answered(hints.continue?.args ?? {}),
      await answered(hints.callers?.args ?? {}),
    ];
    expect(hints).toMatchObject({
      continue: { args: { symbol: "log", limit: 50 } },
      callers: { args: { symbol: "log", direction: "callers", limit: 2 } },
    });
    expect(whole.nodes).toHaveLength(4);
    expect(whole).not.toHaveProperty("hints");
    // The answers repeat none of the arguments, since they were used as they are.
    for (const answer of [whole, callers])
      for (const argument of Object.keys(ARGUMENT_DEFAULTS.call_graph))
        expect(answer).not.toHaveProperty(argument);
  });

  describe("of what more call than an answer holds", () => {
    const count = 70;
    const callers = Array.from(
      { length: count },
      (_, at) =>
        `//- ${at % 2 === 0 ? "app" : "lib/deep"}/c${String(at).padStart(2, "0")}.ts\nimport { busy } ` +
        `from "${at % 2 === 0 ? "" : "../"}../busy";\nexport function c${at}(): void { busy(); }\n`,
    ).join("");
    const definitions = Array.from(
      { length: 30 },
      (_, at) => `//- many/m${at}.ts\nexport class M${at} { draw(): void {} }\n`,
    ).join("");
    let busy: TestCodebase;
    beforeAll(async () => {
      busy = await indexedTree(
        `//- busy.ts\nexport function busy(): void {}\n${callers}${definitions}//- many/use.ts\nimport ` +
          `{ M29 } from "./m29";\nexport function use(): void { new M29().draw(); }\n`,
      );
    });
    afterAll(() => busy[Symbol.asyncDispose]());
    const ask = async (args: object): Promise<CallGraphOk> => {
      const answer = await busy.call("call_graph", { path: busy.root, ...args });
      if (answer.status !== "ok") throw new Error(answer.message);
      return answer;
    };
    const callersIn = ({ nodes, roots }: CallGraphOk): string[] =>
      nodes.filter(({ symbolId }) => !roots.includes(symbolId)).map(({ symbolLabel }) => symbolLabel);

    it("hints at questions that together name every caller", async () => {
      const whole = await ask({ symbol: "busy", direction: "callers", limit: 50 });
      const { continue: next, paths = [] } = whole.hints ?? {};
      expect(paths).toEqual([join(busy.root, "lib/deep")]);
      const rest = await Promise.all(paths.map((path) => ask({ ...next?.args, path })));
      expect(rest.map(({ warnings }) => warnings)).toEqual(paths.map(() => undefined));
      expect(new Set([...callersIn(whole), ...rest.flatMap(callersIn)]).size).toBe(count);
    });

    it("shows of one definition what is below the path, and says that there is more elsewhere", async () => {
      const [root] = (await ask({ symbol: "busy" })).nodes.filter(
        ({ symbolLabel }) => symbolLabel === "busy",
      );
      const symbolRef = { file: "busy.ts", symbolId: root?.symbolId ?? "" };
      for (const named of [{ symbolRef }, { symbol: symbolRef.symbolId }]) {
        const below = await ask({ ...named, path: join(busy.root, "app"), direction: "callers", limit: 50 });
        expect(callersIn(below)).toHaveLength(count / 2);
        expect(below.message).toMatch(/Calls outside .*app are not included/);
        expect(below.hints).toMatchObject({ everywhere: { args: { path: busy.root, ...named } } });
      }
      expect((await ask({ symbolRef, path: busy.root, limit: 2 })).hints).not.toHaveProperty("everywhere");
    });

    it("follows the definitions of a name that are called where there are too many, and names others", async () => {
      const answer = await ask({ symbol: "draw", direction: "callers" });
      expect(callersIn(answer)).toEqual(["use"]);
      expect(answer.roots).toHaveLength(10);
      expect(answer.namesakes).toHaveLength(10);
      expect(answer.message).toMatch(
        /^30 definitions are called draw, of which 10 with the most calls are followed/,
      );
      const ids = answer.namesakes?.map(({ symbolId }) => symbolId) ?? [];
      expect(ids.filter((id) => answer.roots.includes(id))).toEqual([]);
      const most = await ask({ symbol: "draw", direction: "callers", limit: 50 });
      expect((await ask(most.hints?.continue?.args ?? {})).roots).toEqual([most.namesakes?.[0]?.symbolId]);
    });
  });

  it("says by which names callers were not all looked for", async () => {
    const others = Array.from(
      { length: 41 },
      (_, at) => `//- use/${at}.js\nfunction run(list) { list.done(); }\n`,
    ).join("");
    await using many = await indexedTree(
      "//- a.js\nexport function finish() {}\nfunction run(list) { list.done(); }\nrun({ done: finish " +
        `});\n${others}`,
    );
    const answer = await many.call("call_graph", {
      path: many.root,
      symbol: "finish",
      direction: "callers",
      depth: 3,
    });
    if (answer.status !== "ok") throw new Error(answer.message);
    expect(answer).toMatchObject({
      warnings: ["OUTPUT_TRUNCATED"],
      message: expect.stringContaining(
        " Not all callers by done were searched for: too many files have that name.",
      ),
      hints: { searchCodebase: { args: { query: "finish" } } },
    });
    expect(answer.hints?.continue).toBeUndefined();
    expect(answer.notes).toEqual([
      {
        type: "callers_left_out",
        file: "a.js",
        symbolId: answer.roots[0],
        startLine: 1,
        detail:
          "finish may have callers that were not searched for (too_many_files): 42 files call done, " +
          "another name for it.",
      },
    ]);
  });
});
