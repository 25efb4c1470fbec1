import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

it(
  "a call on what may be something known, or not, is told of another method of that name which nothing " +
    "is known to call",
  async () => {
    await using codebase = await indexedTree(`
    //- a.js
    export class Fast { encodeAll() {} }
    export class Slow { encodeAll() {} }
    export class Loose { encodeAll() {} }
    export function send(request, table) {
      const encoder = table[request.kind] || new Fast();
      encoder.encodeAll();
    }
    export function sendLoose() { new Loose().encodeAll(); }
  `);
    const about = async (symbol: string) =>
      (await codebase.call("call_graph", { symbol, direction: "callers" })) as {
        readonly edges: readonly unknown[];
        readonly coverage: { readonly open: unknown };
      };
    expect(await about("Fast.encodeAll")).toMatchObject({
      edges: [{ site: { line: 6 } }],
      coverage: { open: [] },
    });
    expect(await about("Slow.encodeAll")).toMatchObject({
      edges: [],
      coverage: { open: [{ type: "unresolved_call", file: "a.js", startLine: 6 }] },
    });
    expect(await about("Loose.encodeAll")).toMatchObject({
      edges: [{ site: { line: 8 } }],
      coverage: { open: [] },
    });
  },
);
