import {
  withArguments,
  type CallEdge,
  type CallGraphEdge,
  type CallGraphOk,
  type CallTree,
  type Growth,
  callTrees,
} from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { displayWidth } from "./width.ts";
import { renderCalls } from "./calls.ts";
import { type DrawnGraph, callGraphOf, drawCalls, plainView } from "./testing/drawn-calls.ts";

const role = (code: string) => (text: string) => `\x1b[${code}m${text}\x1b[0m`;
const COLORED = { ...plainView.style, file: role("36"), symbol: role("1"), quiet: role("2") };

/** Compares a drawing with a golden text that is indented as this file is. */
const check = (growth: Growth, graph: DrawnGraph, golden: string): void =>
  expect(`\n${drawCalls(growth, graph)}\n`).toBe(golden.replace(/^ {4}/gm, "").replace(/ +$/, ""));

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

  test("says as what code outside the codebase is given a function", () => {
    const graph = callGraphOf({
      symbol: "home",
      nodes: ["urls.py:1 urls.py", "views.py:3 home"],
      calls: ['urls.py > home [possible] 4: path("", home)'],
    });
    const edges = graph.edges.map((edge): CallGraphEdge => ({ ...edge, via: "route" }));
    expect(renderCalls(withArguments({}, { ...graph, edges }), "callers", plainView)).toContain(
      '└─ top level  urls.py:1  possible  for a route\n      4  path("", home)\n',
    );
  });

  test("says nothing of the kind of a constructor's call", () => {
    const graph = callGraphOf({
      symbol: "Depot",
      nodes: ["a.ts:1 open", "depot.ts:3 Depot"],
      calls: ["open > Depot 2: new Depot();"],
    });
    const edges = graph.edges.map((edge): CallGraphEdge => ({ ...edge, via: "constructor" }));
    expect(renderCalls(withArguments({}, { ...graph, edges }), "callers", plainView)).toContain(
      "└─ open  a.ts:1\n",
    );
  });

  test("says of a type how many call or use it, and of what is not called how many use it", () => {
    const graph = callGraphOf({
      symbol: "Depot",
      nodes: ["a.ts:3 open", "b.ts:1 close", "depot.ts:20 Depot"],
      calls: ["open > Depot 5: new Depot();", "close > Depot 2: (depot: Depot)"],
    });
    const nodes = graph.nodes.map((node) =>
      node.symbolId === "Depot" ? { ...node, kind: "class" as const } : node,
    );
    const as = (...kinds: readonly CallEdge["kind"][]): CallGraphOk => ({
      ...graph,
      nodes,
      edges: graph.edges
        .slice(0, kinds.length)
        .map((edge, at) => ({ ...edge, kind: kinds[at] as CallEdge["kind"] })),
    });
    const last = (of: CallGraphOk): string | undefined =>
      renderCalls(withArguments({}, of), "callers", plainView).split("\n").at(-1);
    expect(last(as("call", "use"))).toBe("2 definitions that call or use it, on 2 lines.");
    expect(last(as("use", "use"))).toBe("2 users, on 2 lines.");
    expect(last(as("use"))).toBe("1 user, on 1 line.");
    expect(last(as())).toBe("No users found: nothing in the indexed code is known to use it.");
    const everywhere = { tool: "call_graph", args: { path: "/code", symbol: "Depot" } } as const;
    expect(last({ ...as("use"), path: "/code/app", hints: { everywhere } })).toBe(
      "1 user, on 1 line. Uses outside app are not included.",
    );
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
      drawCalls("callers", { symbol: "save", nodes: ["a.ts:1 save"], calls: [], changes: { namesakes } }),
    ).toContain("Not included, though of the same name: Item.save, Order.save.");
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

    2 definitions match. 1 caller, on 1 line.
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

describe("lines", () => {
  const long = {
    symbol: "Store.write",
    nodes: [
      "packages/server/src/storage/store.ts:120 Store.write",
      "packages/server/src/handlers/upload.ts:7 handleUploadOfManyParts",
    ],
    calls: ["handleUploadOfManyParts > Store.write 31: await store.write(parts.map((part) => part.bytes));"],
  };

  test("are cut to a narrow terminal: paths at their start, names in the middle, lines at their end", () => {
    expect(drawCalls("callers", long, 40).split("\n").slice(0, 3)).toEqual([
      "Store.write  …r/src/storage/store.ts:120",
      "└─ handleUp…anyParts  …dlers/upload.ts:7",
      "      31  await store.write(parts.map((…",
    ]);
    for (const columns of [12, 25, 60])
      for (const line of drawCalls("callers", long, columns).split("\n").slice(0, 3))
        expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
  });

  test("have colours where there are any, and call sites in the background", () => {
    const text = renderCalls(withArguments({}, callGraphOf(long)), "callers", {
      ...plainView,
      style: COLORED,
    });
    expect(text).toContain(
      "\x1b[1mStore.write\x1b[0m  \x1b[36mpackages/server/src/storage/store.ts:120\x1b[0m",
    );
    expect(text).toContain("      \x1b[2m31  await store.write(parts.map((part) => part.bytes));\x1b[0m");
  });

  test("hold no control sequences of names, paths and code", () => {
    const text = drawCalls("callers", {
      symbol: "f",
      nodes: ["a\x1b[31m\nb.ts:1 f", "c.ts:1 g\x1b]0;owned\x07"],
      calls: ["g\x1b]0;owned\x07 > f 2: f('\x1b[2J');\tdone"],
    });
    expect(text.split("\n").slice(0, 3)).toEqual([
      "f  a<U+001B>[31m␊b.ts:1",
      "└─ g<U+001B>]0;owned<U+0007>  c.ts:1",
      "      2  f('<U+001B>[2J');  done",
    ]);
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
      callGraphOf({ symbol: "c", nodes: names.map((name) => `${name}.ts:1 ${name}`), calls }),
      growth,
    );
    expect(trees.flatMap(placed).sort()).toEqual(
      names.flatMap((from) => names.map((to) => `${from} > ${to}`)),
    );
  }
});
