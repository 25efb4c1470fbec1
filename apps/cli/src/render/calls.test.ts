import {
  type CallGraphEdge,
  type CallGraphHints,
  type CallGraphOk,
  type CallTree,
  type Growth,
  type WarningCode,
  callTrees,
} from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { createStyle } from "../terminal/style.ts";
import { displayWidth } from "../terminal/width.ts";
import { renderCalls } from "./calls.ts";

interface Graph {
  readonly symbol: string;
  /** Labels of the definitions that were asked for; those that the symbol names unless given. */
  readonly roots?: readonly string[];
  /** `place label`, in the order of an answer; ids are the labels. */
  readonly nodes: readonly string[];
  /**
   * `caller > callee line: text`, with the confidence in brackets if it is not certain; in the order of an
   * answer.
   */
  readonly calls: readonly string[];
  readonly changes?: Partial<CallGraphOk>;
}

function answer({ symbol, nodes, calls, changes, roots }: Graph): CallGraphOk {
  const known = nodes.map((text) => {
    const [, file = "", line = "", label = ""] = /^(.+):(\d+) (.+)$/s.exec(text) ?? [];
    const kind = label === file ? ("module" as const) : ("function" as const);
    return {
      file,
      symbolId: label,
      symbolLabel: label,
      kind,
      span: { startLine: Number(line), endLine: Number(line) + 9 },
    };
  });
  const edges = calls.map((call): CallGraphEdge => {
    const [, from = "", to = "", sure = "resolved", line = "", text = ""] =
      /^(.+) > (\S+)(?: \[(\w+)\])? (\d+): (.*)$/s.exec(call) ?? [];
    const file = known.find(({ symbolLabel }) => symbolLabel === from)?.file ?? "";
    // The pattern of this test's calls has no other words.
    return {
      from,
      to,
      kind: "call",
      confidence: sure as CallGraphEdge["confidence"],
      via: "scope",
      site: { file, line: Number(line), text },
    };
  });
  return {
    tool: "call_graph",
    version: 1,
    status: "ok",
    path: "/code",
    effectiveRoot: "/code",
    symbol,
    direction: "callers",
    depth: 1,
    limit: 20,
    roots:
      roots ??
      known.map(({ symbolId }) => symbolId).filter((id) => id === symbol || id.endsWith(`.${symbol}`)),
    nodes: known,
    edges,
    notes: [],
    notesTruncated: false,
    totalNoteCount: 0,
    returnedNoteCount: 0,
    coverage: {
      unparsedFiles: 0,
      partlyParsedFiles: 0,
      unsupportedLanguages: [],
      unresolvedSites: 0,
      open: [],
    },
    meta: { durationMs: 1 },
    ...changes,
  };
}

const plain = { cwd: "/code", style: createStyle(false), columns: null };
const drawn = (growth: Growth, graph: Graph, columns: number | null = null): string =>
  renderCalls(answer(graph), growth, { ...plain, columns });
/** A drawing, indented as this file is. */
const check = (growth: Growth, graph: Graph, golden: string): void =>
  expect(`\n${drawn(growth, graph)}\n`).toBe(golden.replace(/^ {4}/gm, "").replace(/ +$/, ""));

describe("a tree of calls", () => {
  test("has each caller with its place, and below it the lines that call", () => {
    check(
      "callers",
      {
        symbol: "save",
        nodes: ["a.ts:3 Form.submit", "b.ts:1 b.ts", "store.ts:20 save"],
        calls: [
          "Form.submit > save 5: save(this.text);",
          "Form.submit > save 12: return save();",
          "b.ts > save 7: save('x');",
        ],
      },
      `
    save  store.ts:20
    ├─ Form.submit  a.ts:3
    │      5  save(this.text);
    │     12  return save();
    └─ top level  b.ts:1
          7  save('x');

    2 callers, on 3 lines.
    `,
    );
  });

  test("says of a type how many call or use it, and of what is not called how many use it", () => {
    const graph = answer({
      symbol: "Depot",
      nodes: ["a.ts:3 open", "b.ts:1 close", "depot.ts:20 Depot"],
      calls: ["open > Depot 5: new Depot();", "close > Depot 2: (depot: Depot)"],
    });
    const nodes = graph.nodes.map((node) =>
      node.symbolId === "Depot" ? { ...node, kind: "class" as const } : node,
    );
    const as = (...kinds: readonly CallGraphEdge["kind"][]): CallGraphOk => ({
      ...graph,
      nodes,
      edges: graph.edges
        .slice(0, kinds.length)
        .map((edge, at) => ({ ...edge, kind: kinds[at] as CallGraphEdge["kind"] })),
    });
    const last = (of: CallGraphOk): string | undefined =>
      renderCalls(of, "callers", plain).split("\n").at(-1);
    expect(last(as("call", "use"))).toBe("2 definitions that call or use it, on 2 lines.");
    expect(last(as("use", "use"))).toBe("2 users, on 2 lines.");
    expect(last(as("use"))).toBe("1 user, on 1 line.");
    expect(last(as())).toBe("No users found: nothing in the indexed code is known to use it.");
  });

  test("names what has the name as well", () => {
    const namesakes = ["Item.save", "Order.save", "Item.save"].map(
      (symbolLabel) =>
        ({
          file: "c.ts",
          symbolId: symbolLabel,
          symbolLabel,
          kind: "method",
          span: { startLine: 1, endLine: 2 },
        }) as const,
    );
    expect(
      drawn("callers", { symbol: "save", nodes: ["a.ts:1 save"], calls: [], changes: { namesakes } }),
    ).toContain("Not asked of, though of the same name: Item.save, Order.save.");
  });

  test("goes down by depth, with a line from each definition to those below it", () => {
    check(
      "callers",
      {
        symbol: "low",
        nodes: ["a.ts:1 low", "b.ts:1 mid", "b.ts:9 other", "c.ts:1 high", "c.ts:8 higher"],
        calls: [
          "mid > low 2: low();",
          "other > low 10: low();",
          "high > mid 3: mid();",
          "higher > mid 9: mid();",
        ],
        changes: { depth: 2 },
      },
      `
    low  a.ts:1
    ├─ mid  b.ts:1
    │  │  2  low();
    │  ├─ high  c.ts:1
    │  │     3  mid();
    │  └─ higher  c.ts:8
    │        9  mid();
    └─ other  b.ts:9
          10  low();

    4 callers to depth 2, on 4 lines.
    `,
    );
  });

  test("has callees in the order of their calls, whatever their files", () => {
    check(
      "callees",
      {
        symbol: "main",
        nodes: ["a.go:1 clean", "main.go:1 main", "z.go:4 parse"],
        calls: [
          "main > parse 2: clean(parse(text))",
          "main > clean 2: clean(parse(text))",
          "main > parse 3: parse(rest)",
        ],
      },
      `
    main  main.go:1
    ├─ parse  z.go:4
    │     2  clean(parse(text))
    │     3  parse(rest)
    └─ clean  a.go:1
          2  clean(parse(text))

    2 callees, on 2 lines.
    `,
    );
  });

  test("says in words what is not certain, of a call where it is less sure than the others", () => {
    check(
      "callers",
      {
        symbol: "put",
        nodes: ["a.py:1 run", "b.py:1 use", "c.py:1 Cache.put", "d.py:1 mixed"],
        calls: [
          "run > Cache.put [possible] 2: store.put(x)",
          "use > Cache.put [name_match] 3: thing.put(y)",
          "mixed > Cache.put 4: Cache().put(z)",
          "mixed > Cache.put [name_match] 5: any.put(z)",
        ],
      },
      `
    Cache.put  c.py:1
    ├─ run  a.py:1  possible
    │     2  store.put(x)
    ├─ use  b.py:1  matched by name
    │     3  thing.put(y)
    └─ mixed  d.py:1
          4  Cache().put(z)
          5  matched by name: any.put(z)

    3 callers, on 4 lines.
    `,
    );
  });

  test("ends where calls go in a circle", () => {
    check(
      "callers",
      {
        symbol: "even",
        nodes: ["loop.ts:1 even", "loop.ts:5 odd"],
        calls: [
          "even > odd 2: return odd(n - 1);",
          "odd > even 6: return even(n - 1);",
          "even > even 3: even(0);",
        ],
        changes: { depth: 5 },
      },
      `
    even  loop.ts:1
    ├─ even  loop.ts:1  recursion
    │     3  even(0);
    └─ odd  loop.ts:5
       │  6  return even(n - 1);
       └─ even  loop.ts:1  recursion
             2  return odd(n - 1);

    2 callers to depth 5, on 3 lines.
    `,
    );
  });

  test("draws what lies below a definition once, as near to the root as it gets", () => {
    check(
      "callers",
      {
        symbol: "root",
        nodes: ["a.ts:1 root", "b.ts:1 first", "c.ts:1 second", "d.ts:1 far"],
        calls: [
          "first > root 1: root();",
          "second > root 1: root();",
          "second > first 2: first();",
          "far > second 3: second();",
        ],
        changes: { depth: 3 },
      },
      `
    root  a.ts:1
    ├─ first  b.ts:1
    │  │  1  root();
    │  └─ second  c.ts:1  see below
    │        2  first();
    └─ second  c.ts:1
       │  1  root();
       └─ far  d.ts:1
             3  second();

    3 callers to depth 3, on 4 lines.
    `,
    );
  });

  test("points back to what was drawn before, unless there is nothing to see", () => {
    check(
      "callees",
      {
        symbol: "top",
        nodes: ["a.ts:1 top", "b.ts:1 left", "c.ts:1 right", "d.ts:1 log"],
        calls: [
          "top > left 1: left();",
          "top > right 2: right();",
          "top > log 3: log();",
          "left > log 4: log();",
          "right > left 5: left();",
        ],
        changes: { depth: 2 },
      },
      `
    top  a.ts:1
    ├─ left  b.ts:1
    │  │  1  left();
    │  └─ log  d.ts:1
    │        4  log();
    ├─ right  c.ts:1
    │  │  2  right();
    │  └─ left  b.ts:1  see above
    │        5  left();
    └─ log  d.ts:1
          3  log();

    3 callees to depth 2, on 5 lines.
    `,
    );
  });

  test("stands for each of several definitions of a name", () => {
    check(
      "callers",
      {
        symbol: "run",
        nodes: ["a.rb:1 Job.run", "b.rb:1 Task.run", "b.rb:7 start"],
        calls: ["start > Task.run 8: Task.new.run"],
      },
      `
    Job.run  a.rb:1

    Task.run  b.rb:1
    └─ start  b.rb:7
          8  Task.new.run

    2 definitions fit. 1 caller, on 1 line.
    `,
    );
  });

  test("begins at what was asked for alone, though what calls it has the same name", () => {
    check(
      "callers",
      {
        symbol: "run",
        roots: ["a.run"],
        nodes: ["a.ts:1 a.run", "b.ts:1 b.run"],
        calls: ["b.run > a.run 2: a.run();"],
      },
      `
    a.run  a.ts:1
    └─ b.run  b.ts:1
          2  a.run();

    1 caller, on 1 line.
    `,
    );
  });

  test("begins at what a name stands for where no definition has it", () => {
    check(
      "callers",
      {
        symbol: "handler",
        roots: ["onClick"],
        nodes: ["a.ts:1 onClick", "b.ts:1 bind"],
        calls: ["bind > onClick 2: handler();"],
      },
      `
    onClick  a.ts:1
    └─ bind  b.ts:1
          2  handler();

    1 caller, on 1 line.
    `,
    );
  });
});

describe("the last line", () => {
  const symbol = { symbol: "f", nodes: ["a.ts:1 f"], calls: [] };
  const last = (growth: Growth, changes: Partial<CallGraphOk>, graph: Graph = symbol): string =>
    drawn(growth, { ...graph, changes })
      .split("\n")
      .at(-1) ?? "";
  const coverage = {
    unparsedFiles: 0,
    partlyParsedFiles: 0,
    unsupportedLanguages: [],
    unresolvedSites: 0,
    open: [],
  };
  const OUTPUT_TRUNCATED: WarningCode = "OUTPUT_TRUNCATED";

  test("says what an empty answer means", () => {
    expect(last("callers", {})).toBe("No callers found: no call in the indexed code is known to lead here.");
    expect(last("callees", {})).toBe("No callees found: it calls nothing that the indexed code defines.");
  });

  test("says that what is outside of a folder was not asked for", () => {
    const hints: CallGraphHints = {
      everywhere: { tool: "call_graph", args: { path: "/code", symbol: "f" } },
    };
    expect(last("callers", { path: "/code/app", hints })).toBe(
      "No callers found. What is outside of app was not asked for.",
    );
  });

  test("claims no more than is known where calls could not be resolved", () => {
    expect(last("callers", { coverage: { ...coverage, unresolvedSites: 1 } })).toBe(
      "No callers found. 1 call site that may belong here could not be resolved.",
    );
    expect(last("callees", { coverage: { ...coverage, unresolvedSites: 3 } })).toBe(
      "No callees found. 3 call sites that may belong here could not be resolved.",
    );
  });

  test(
    "shows the first lines that are not resolved, and those that hand a definition on which nothing is " +
      "known to call, or that name it",
    () => {
      const open = [
        { type: "handed_on", file: "c.ts", startLine: 7, detail: "list.map(f)" },
        { type: "named", file: "f.json", startLine: 2, detail: '"run": "f"' },
        ...Array.from({ length: 20 }, (_, at) => ({
          type: "unresolved_call",
          file: "b.ts",
          startLine: at + 1,
          detail: `x.f(${at + 1});`,
        })),
      ];
      const shown = drawn("callers", {
        ...symbol,
        changes: { coverage: { ...coverage, unresolvedSites: 30, open } },
      });
      expect(shown.split("\n").slice(-12)).toEqual([
        "No callers found. 30 call sites that may belong here could not be resolved.",
        "Handed on as a value; who calls it there may not be known:",
        "  c.ts:7  list.map(f)",
        "Its name stands where calls are not followed:",
        '  f.json:2  "run": "f"',
        "Not resolved:",
        "  b.ts:1  x.f(1);",
        "  b.ts:2  x.f(2);",
        "  b.ts:3  x.f(3);",
        "  b.ts:4  x.f(4);",
        "  b.ts:5  x.f(5);",
        "  and 25 more; --json names up to 20",
      ]);
    },
  );

  test("names what is not covered", () => {
    const part = "No callers found: no call in the indexed code is known to lead here. Not covered:";
    expect(
      last("callers", { coverage: { ...coverage, unsupportedLanguages: ["bash", "c"], unparsedFiles: 2 } }),
    ).toBe(`${part} calls in bash, c; 2 files whose calls could not be read.`);
    expect(last("callers", { coverage: { ...coverage, unparsedFiles: 1 } })).toBe(
      `${part} 1 file whose calls could not be read.`,
    );
    expect(last("callers", { coverage: { ...coverage, partlyParsedFiles: 3 } })).toBe(
      `${part} parts of 3 files that were not read.`,
    );
  });

  test("says by which names callers were not looked for, and not that there is no room where there is", () => {
    const note = (name: string) => ({
      type: "callers_left_out",
      file: "a.ts",
      symbolId: "f",
      startLine: 1,
      detail:
        `f may have callers that were not looked for (too_many_files): 76 files call ${name}, a name ` +
        "that it is handed on under.",
    });
    const graph = { symbol: "f", nodes: ["a.ts:1 f", "b.ts:1 g"], calls: ["g > f 2: f();"] };
    const below = (changes: Partial<CallGraphOk>): string[] =>
      drawn("callers", { ...graph, changes: { warnings: [OUTPUT_TRUNCATED], ...changes } })
        .split("\n\n")
        .at(-1)
        ?.split("\n") ?? [];
    expect(below({ notes: [note("values")] })).toEqual([
      "1 caller, on 1 line.",
      "There may be more callers:",
      `  ${note("values").detail}`,
    ]);
    expect(below({ notes: [note("values")], limit: 2 })[0]).toBe(
      "The first caller, on 1 line. There are more than one answer holds.",
    );
    expect(below({ notes: ["a", "b", "c", "d", "e", "g", "h"].map(note) }).at(-1)).toBe(
      "  and 2 more; --json names them",
    );
  });

  test("never says of a cut answer that there are none, and says how much is beyond the limit", () => {
    const hints: CallGraphHints = {
      continue: {
        tool: "call_graph",
        args: { path: "/code", symbol: "f", direction: "callers", depth: 1, limit: 50 },
      },
    };
    const way = "--limit 50 has room for more: it bounds all definitions, those asked for included.";
    const message =
      "No call to or from f was found within the limits of this request. 1 more definition is beyond " +
      "the limit. 2 more files with calls of that name were not looked at. It is handed on as a value.";
    const left =
      "1 more definition is beyond the limit. 2 more files with calls of that name were not looked at.";
    const cut = { warnings: [OUTPUT_TRUNCATED], message, hints };
    expect(last("callers", { ...cut, limit: 1 })).toBe(`No room for callers. ${left} ${way}`);
    expect(
      last(
        "callers",
        { ...cut, limit: 2 },
        { symbol: "f", nodes: ["a.ts:1 f", "b.ts:1 g"], calls: ["g > f 2: f();"] },
      ),
    ).toBe(`The first caller, on 1 line. ${left} ${way}`);
    const exhausted = {
      warnings: [OUTPUT_TRUNCATED],
      message:
        "No call to or from f was found within the limits of this request. Resolving took more steps " +
        "or files than one answer may take: there may be more calls.",
    };
    expect(last("callees", exhausted)).toBe(
      "Not all callees were looked for, and none was found. Resolving took more steps or files than " +
        "one answer may take: there may be more calls.",
    );
  });

  test(
    "says of how many definitions those with the most calls are followed, and of each whose calls had no " +
      "room that it may have some",
    () => {
      const changes = {
        warnings: [OUTPUT_TRUNCATED],
        limit: 3,
        message:
          "5 definitions are called f, of which 2 with the most calls are followed; give a symbolRef to " +
          "ask of one. 1 call between 3 definitions.",
      };
      const graph = {
        symbol: "f",
        roots: ["f", "A.f"],
        nodes: ["a.ts:1 f", "b.ts:1 A.f", "c.ts:1 g"],
        calls: ["g > A.f 2: new A().f();"],
      };
      expect(
        drawn("callers", { ...graph, changes })
          .split("\n")
          .slice(0, 2),
      ).toEqual(["f  a.ts:1", "   callers, if any, are beyond the limit"]);
      expect(last("callers", changes, graph)).toBe(
        "5 definitions fit, of which 2 with the most calls are followed. The first caller, on 1 line. " +
          "There are more than one answer holds.",
      );
      expect(drawn("callers", { ...graph, changes: { ...changes, limit: 4 } })).not.toContain("if any");
    },
  );

  test("says that there is more, and how to see it where that is possible", () => {
    const graph = { symbol: "f", nodes: ["a.ts:1 f", "b.ts:1 g"], calls: ["g > f 2: f();"] };
    const next = (args: object): CallGraphHints => ({
      continue: {
        tool: "call_graph",
        args: { path: "/code", symbol: "f", direction: "callers", depth: 3, limit: 50, ...args },
      },
    });
    const cut = { warnings: [OUTPUT_TRUNCATED], depth: 3 };
    expect(last("callers", { ...cut, limit: 2, hints: next({}) }, graph)).toBe(
      "The first caller to depth 3, on 1 line. There are more. --limit 50 has room for more: it bounds " +
        "all definitions, those asked for included.",
    );
    expect(last("callers", { ...cut, limit: 50, hints: next({ depth: 2 }) }, graph)).toBe(
      "The first caller to depth 3, on 1 line. There are more. --depth 2 leaves room for those that " +
        "are near.",
    );
    expect(last("callers", { ...cut, limit: 50 }, graph)).toBe(
      "The first caller to depth 3, on 1 line. There are more than one answer holds.",
    );
    const symbolRef = { file: "a.ts", symbolId: "sym_1", symbolLabel: "f" };
    const paths = ["app", "b c", "d", "e", "g", "h"].map((folder) => `/code/${folder}`);
    const below = (hints: CallGraphHints): string[] =>
      drawn("callers", { ...graph, changes: { ...cut, limit: 50, hints } })
        .split("\n\n")
        .at(-1)
        ?.split("\n")
        .slice(1) ?? [];
    expect(below({ ...next({ path: "/code/app", symbolRef }), paths })).toEqual([
      "A part at a time:",
      "  satori callers sym_1 --limit 50 --path app",
      "  satori callers sym_1 --limit 50 --path 'b c'",
      "  satori callers sym_1 --limit 50 --path d",
      "  satori callers sym_1 --limit 50 --path e",
      "  satori callers sym_1 --limit 50 --path g",
      "  and 1 more; --json names up to 50",
    ]);
    expect(below(next({ symbolRef }))).toEqual(["Of f alone:", "  satori callers sym_1 --limit 50"]);
  });
});

describe("lines", () => {
  const long = {
    symbol: "Store.write",
    nodes: [
      "packages/server/src/storage/store.ts:120 Store.write",
      "packages/server/src/handlers/upload.ts:7 handleUploadOfManyParts",
    ],
    calls: ["handleUploadOfManyParts > Store.write 31: await store.write(parts.map((part) => part.bytes));"],
  };

  test("are cut to a narrow terminal: paths at their beginning, all else at its end", () => {
    expect(drawn("callers", long, 40).split("\n").slice(0, 3)).toEqual([
      "Store.write  …r/src/storage/store.ts:120",
      "└─ handleUploadOfMa…  …dlers/upload.ts:7",
      "      31  await store.write(parts.map((…",
    ]);
    for (const columns of [12, 25, 60])
      for (const line of drawn("callers", long, columns).split("\n").slice(0, 3))
        expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
  });

  test("have colours where there are any, and call sites in the background", () => {
    const text = renderCalls(answer(long), "callers", { ...plain, style: createStyle(true) });
    expect(text).toContain(
      "\x1b[1mStore.write\x1b[0m  \x1b[36mpackages/server/src/storage/store.ts:120\x1b[0m",
    );
    expect(text).toContain("      \x1b[2m31  await store.write(parts.map((part) => part.bytes));\x1b[0m");
  });

  test("hold no control sequences of names, paths and code", () => {
    const text = drawn("callers", {
      symbol: "f",
      nodes: ["a\x1b[31m\nb.ts:1 f", "c.ts:1 g\x1b]0;owned\x07"],
      calls: ["g\x1b]0;owned\x07 > f 2: f('\x1b[2J');\tdone"],
    });
    expect(text.split("\n").slice(0, 3)).toEqual(["f  a␊b.ts:1", "└─ g  c.ts:1", "      2  f('');  done"]);
  });
});

test("every call of an answer stands in exactly one place, however calls cross", () => {
  const names = ["a", "b", "c", "d", "e"];
  const calls = names.flatMap((from) => names.map((to, at) => `${from} > ${to} ${at + 1}: ${to}();`));
  const placed = (tree: CallTree): string[] => [
    ...tree.calls.map(({ from, to }) => `${from} > ${to}`),
    ...tree.branches.flatMap(placed),
  ];
  for (const growth of ["callers", "callees"] as const) {
    const trees = callTrees(
      answer({ symbol: "c", nodes: names.map((name) => `${name}.ts:1 ${name}`), calls }),
      growth,
    );
    expect(trees.flatMap(placed).sort()).toEqual(
      names.flatMap((from) => names.map((to) => `${from} > ${to}`)),
    );
  }
});
