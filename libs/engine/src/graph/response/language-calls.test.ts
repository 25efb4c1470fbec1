import { expect, it } from "vitest";
import { indexedTree } from "../../testing/codebase.ts";

it("says how the language calls a definition by itself, and whether such calls are listed", async () => {
  await using tree = await indexedTree(`
    //- v.py
    class V:
        def __add__(self, o): pass
        def __enter__(self): pass
        def __call__(self): pass
        @property
        def size(self): return 1
        def plain(self): pass
    //- box.cs
    class Box {
      public int this[int at] { get { return at; } }
      public int Size { get { return 1; } }
      public int Plain;
    }
    //- src/lib.rs
    impl Drop for Guard {
        fn drop(&mut self) {}
    }
    //- lib/other.rb
    class Other
      def +(o); end
    end
  `);
  const callsOf = async (symbol: string): Promise<readonly string[]> => {
    const answer = await tree.call("call_graph", { path: tree.root, symbol, direction: "callers" });
    return answer.status === "ok"
      ? (answer.coverage.languageCalls ?? []).map(
          ({ language, kind, listed }) => `${language} ${kind} ${listed}`,
        )
      : [answer.status];
  };
  expect(await callsOf("V.__add__")).toEqual(["python operator none"]);
  expect(await callsOf("V.__enter__")).toEqual(["python lifetime some"]);
  expect(await callsOf("V.__call__")).toEqual(["python call some"]);
  expect(await callsOf("V.size")).toEqual(["python access some"]);
  expect(await callsOf("V.plain")).toEqual([]);
  expect(await callsOf("Box.this")).toEqual(["csharp subscript none"]);
  // Accesses of a property with code call it, whether the answer shows calls or uses.
  expect(await callsOf("Box.Size")).toEqual(["csharp access some"]);
  expect(await callsOf("Box.Plain")).toEqual([]);
  expect(await callsOf("Guard.drop")).toEqual(["rust lifetime none"]);
  expect(await callsOf("Other.+")).toEqual(["ruby operator some"]);
  expect(await tree.call("call_graph", { path: tree.root, symbol: "V.__add__" })).toMatchObject({
    message: expect.stringContaining(
      "Calls that the language makes by itself are not listed (operators and comparisons).",
    ),
  });
  expect(
    await tree.call("call_graph", { path: tree.root, symbol: "V.__add__", direction: "callees" }),
  ).not.toHaveProperty("coverage.languageCalls");
});
