/** `call_graph` for symbols that are used but not called. */
import { join } from "node:path";
import { type CallGraphInput, type CallGraphOk, type CallGraphOutput, callEdges } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";

const TREE = `
  //- src/limits.ts
  export const LIMITS = { retries: 3 };
  export interface Parcel { weight: number; sealedBy: string }
  export const tooMany = (count: number): boolean => count > LIMITS.retries;
  //- src/index.ts
  export { LIMITS as BOUNDS } from "./limits";
  //- src/send.ts
  import { LIMITS, type Parcel } from "./limits";
  // LIMITS are kept elsewhere.
  export function send(parcel: Parcel): void {
    if (parcel.weight > LIMITS.retries) throw new Error("more than LIMITS");
    again(parcel, LIMITS);
  }
  function again(parcel: Parcel, given: unknown): void {}
  export function seal(any): string { return any.sealedBy + any.weight; }
  //- src/renamed.ts
  import { LIMITS as most } from "./limits";
  export function renamed(): number { return most.retries; }
  //- src/other.ts
  const LIMITS = 1;
  export const doubled = LIMITS * 2;
  //- src/weights.ts
  export interface Crate { weight: number }
  //- lib/unused.py
  NEVER_USED = 1
  //- config/names.json
  { "limit": "NEVER_USED" }
  //- many/types.ts
  export interface Shared { id: string }
${Array.from({ length: 30 }, (_, at) => `  //- many/user${String(at).padStart(2, "0")}.ts\n  import type { Shared } from "./types";\n  export function use${at}(shared: Shared): void {}\n`).join("")}
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

async function graph(input: Partial<CallGraphInput>): Promise<CallGraphOutput> {
  return (await codebase.call("call_graph", { path: codebase.root, ...input })) as CallGraphOutput;
}

async function answered(input: Partial<CallGraphInput>): Promise<CallGraphOk> {
  const answer = await graph(input);
  if (answer.status !== "ok") throw new Error(`${answer.status}: ${answer.message}`);
  return answer;
}

/** `user:line confidence, rule`. */
async function users(input: Partial<CallGraphInput>): Promise<string[]> {
  const answer = await answered({ ...input, debug: true });
  return callEdges(answer).map(
    ({ from, kind, confidence, via, site }) =>
      `${answer.nodes.find(({ symbolId }) => symbolId === from)?.symbolLabel}:${site.line} ${kind} ` +
      `${confidence} ${via}`,
  );
}

describe("call_graph of what is not called", () => {
  it("tells who uses a variable, under whichever name it was imported, and not what only has its name", async () => {
    expect(await users({ symbol: "src/limits.ts:LIMITS", direction: "callers" })).toEqual([
      "index.ts:1 use resolved import",
      "tooMany:3 use resolved scope",
      "renamed:2 use resolved import",
      "send:4 use resolved import",
      "send:5 use resolved import",
    ]);
  });

  it("tells who uses a type, and its places line by line", async () => {
    expect(await users({ symbol: "Parcel" })).toEqual([
      "send:3 use resolved import",
      "again:7 use resolved import",
    ]);
    expect(await answered({ symbol: "Parcel" })).toMatchObject({
      status: "ok",
      message: "Parcel is an interface, so uses are shown instead of calls. 2 uses in 2 definitions.",
      coverage: { unresolvedSites: 0, open: [] },
    });
  });

  it(
    "tells of a member by the type of its object, else by name where it is the only one, else that " +
      "nobody knows",
    async () => {
      expect(await users({ symbol: "Parcel.weight" })).toEqual(["send:4 use resolved type"]);
      expect((await answered({ symbol: "Parcel.weight" })).coverage).toMatchObject({
        unresolvedSites: 1,
        open: [{ type: "unresolved_use", file: "src/send.ts", startLine: 8 }],
      });
      expect(await users({ symbol: "Parcel.sealedBy" })).toEqual(["seal:8 use name_match unique_name"]);
    },
  );

  it("tells of a type that is made who makes it, and then who else uses it", async () => {
    await using place = await indexedTree(
      "//- a.py\nclass Depot:\n    pass\n\nclass Main(Depot):\n    pass\n\ndef opened() -> Depot:\n    " +
        "return Depot()\n\ndef tried(depot):\n    return isinstance(depot, Depot)\n",
    );
    const answer = (await place.call("call_graph", {
      path: place.root,
      symbol: "Depot",
      direction: "callers",
    })) as CallGraphOk;
    const named = new Map(answer.nodes.map(({ symbolId, symbolLabel }) => [symbolId, symbolLabel]));
    expect(
      callEdges(answer).map(({ from, kind, site }) => `${named.get(from)}:${site.line} ${kind}`),
    ).toEqual(["Main:4 use", "opened:7 use", "opened:8 call", "tried:11 use"]);
    expect([answer.message, answer.coverage.open]).toEqual(["1 call and 3 uses between 4 definitions.", []]);
    expect(
      await place.call("call_graph", { path: place.root, symbol: "Depot", direction: "callees" }),
    ).toMatchObject({ status: "ok", edges: [] });
  });

  it("tells of fields by what makes their objects, and of types in quotes", async () => {
    await using place = await indexedTree(
      "//- a.py\nfrom dataclasses import dataclass\n\n@dataclass\nclass Depot:\n    slots: int\n\ndef " +
        'opened(at: "Depot"):\n    return at\n\ndef made():\n    return opened(Depot(slots=3))\n',
    );
    const users = async (symbol: string): Promise<string[]> => {
      const answer = (await place.call("call_graph", {
        path: place.root,
        symbol,
        direction: "callers",
      })) as CallGraphOk;
      return callEdges(answer).map(
        ({ from, kind, confidence, site }) =>
          `${answer.nodes.find(({ symbolId }) => symbolId === from)?.symbolLabel}:${site.line} ${kind} ` +
          `${confidence}`,
      );
    };
    expect(await users("Depot.slots")).toEqual(["made:11 use resolved"]);
    expect(await users("Depot")).toEqual(["opened:7 use resolved", "made:11 call resolved"]);
  });

  it("leaves out statements that import it, wherever they stand", async () => {
    await using place = await indexedTree(
      "//- src/lib.rs\npub struct Depot {}\n//- src/a.rs\npub fn open(depot: &crate::Depot) {}\nmod " +
        "tests {\n  use crate::Depot;\n  fn opens() { super::open(&Depot {}); }\n}\n",
    );
    const { edges } = (await place.call("call_graph", {
      path: place.root,
      symbol: "Depot",
      direction: "callers",
    })) as CallGraphOk;
    expect(edges.map(({ kind, site }) => `${kind} ${site.line}`)).toEqual(["use 1", "use 4"]);
  });

  it("tells who is written with a type parameter, and not who calls its bound", async () => {
    await using place = await indexedTree(
      '//- a.py\nfrom typing import TypeVar\n\nclass Depot:\n    pass\n\nD = TypeVar("D", ' +
        "bound=Depot)\n\ndef opened(at: D) -> D:\n    return at\n\ndef made():\n    return Depot()\n",
    );
    const { roots, edges } = (await place.call("call_graph", {
      path: place.root,
      symbol: "D",
      direction: "callers",
    })) as CallGraphOk;
    expect([roots.length, edges.map(({ kind, site }) => `${kind} ${site.line}`)]).toEqual([1, ["use 8"]]);
  });

  it("says where nothing uses it, and where its name stands all the same", async () => {
    const answer = await answered({ symbol: "NEVER_USED" });
    expect([answer.edges, answer.message]).toEqual([
      [],
      "NEVER_USED is a variable, so uses are shown instead of calls. No use of NEVER_USED was found. " +
        "Its name appears at config/names.json:1.",
    ]);
  });

  it("has nothing to say of what it calls", async () => {
    expect(await graph({ symbol: "Parcel", direction: "callees" })).toMatchObject({
      status: "unsupported",
      message:
        'Parcel is an interface, which neither calls nor is called. Use direction "callers" to find ' +
        "its uses.",
    });
  });

  it("says what an answer had no room for, and gives a call that has", async () => {
    const first = await answered({ symbol: "Shared", limit: 10 });
    expect([first.nodes.length, first.warnings]).toEqual([10, ["OUTPUT_TRUNCATED"]]);
    expect(first.message).toContain("more definition");
    const whole = (await codebase.call("call_graph", first.hints?.continue?.args ?? {})) as CallGraphOk;
    expect([whole.edges.length, whole.warnings ?? [], whole.hints]).toEqual([30, [], undefined]);
  });

  it("leaves out tests before the program", async () => {
    await using place = await indexedTree(
      "//- src/z.ts\nexport interface Depot { id: string }\nexport const open = (depot: Depot): void " +
        "=> {};\n//- src/a.test.ts\nimport type { Depot } from './z';\nexport const tried = (depot: " +
        "Depot): void => {};\n",
    );
    const answer = (await place.call("call_graph", {
      path: place.root,
      symbol: "Depot",
      limit: 2,
    })) as CallGraphOk;
    expect(answer.nodes.map(({ symbolLabel }) => symbolLabel)).toEqual(["Depot", "open"]);
  });

  it("is bounded by a folder where a reference names one definition", async () => {
    const {
      nodes: [node],
    } = await answered({ symbol: "Shared", limit: 1 });
    const answer = await answered({
      path: join(codebase.root, "src"),
      symbolRef: { file: node?.file ?? "", symbolId: node?.symbolId ?? "" },
    });
    expect([answer.edges, answer.hints?.everywhere?.args]).toMatchObject([[], { path: codebase.root }]);
    expect(answer.message).toContain(`Uses outside ${join(codebase.root, "src")} are not included`);
  });

  it("says that uses are followed one step, where more are asked for", async () => {
    expect((await answered({ symbol: "Parcel", depth: 3 })).message).toContain("Uses are followed one step");
  });

  it("gives the same answer twice", async () => {
    const { meta: _one, ...first } = await answered({ symbol: "LIMITS" });
    const { meta: _other, ...second } = await answered({ symbol: "LIMITS" });
    expect(second).toEqual(first);
    expect(first.roots).toHaveLength(2);
  });
});

describe("a module of Elixir", () => {
  it("is used by its whole name, and by its aliases", async () => {
    await using place = await indexedTree(`
  //- lib/conn.ex
  defmodule Plug.Conn do
    def send(conn), do: conn
  end
  //- lib/short.ex
  defmodule Short do
    alias Plug.{Conn, Router}
    def run(conn), do: Conn.send(conn)
    def match(%Conn{} = conn), do: Router.match(conn)
  end
  //- lib/whole.ex
  defmodule Whole do
    @behaviour Plug.Conn
    def run(conn), do: Plug.Conn.send(conn)
  end
  //- lib/other.ex
  defmodule Other do
    alias Other.Conn
    def run(conn), do: Conn.send(conn)
  end
  //- lib/aliasing.ex
  defmodule Aliasing do
    alias Plug.Conn, as: C
  end
`);
    const answer = (await place.call("call_graph", {
      path: place.root,
      symbol: "Plug.Conn",
    })) as CallGraphOk;
    const labelOf = new Map(answer.nodes.map(({ symbolId, symbolLabel }) => [symbolId, symbolLabel]));
    expect(
      callEdges(answer).map(
        ({ site, confidence, from }) => `${site.file}:${site.line} ${confidence} ${labelOf.get(from)}`,
      ),
    ).toEqual([
      "lib/aliasing.ex:2 resolved Aliasing",
      "lib/short.ex:3 resolved Short.run",
      "lib/short.ex:4 resolved Short.match",
      "lib/whole.ex:2 resolved Whole",
      "lib/whole.ex:3 resolved Whole.run",
    ]);
  });
});
