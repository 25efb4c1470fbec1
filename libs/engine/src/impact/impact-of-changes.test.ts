import type { CallSite, ScopeRef } from "@satori/sidecar";
import { expect, test } from "vitest";
import type { Dependent } from "./dependents.ts";
import { gone } from "./impact-of-changes.ts";

const FROM: ScopeRef = { file: 0 as ScopeRef["file"], scope: 1 };

function dependent(relation: Dependent["relation"], vias: readonly (string | null)[]): Dependent {
  return {
    from: FROM,
    relation,
    confidence: "possible",
    sites: vias.map((via, at) => ({
      line: at + 1,
      // Only the name of the call, and the rule that found it, are read.
      call: via === null ? null : { site: { name: "total" } as CallSite, to: FROM, via },
    })),
  };
}

test("calls and uses that name a symbol no longer fit when it is gone", () => {
  expect(gone(dependent("calls", ["type", "import"]), "total").sites.map(({ misfit }) => misfit)).toEqual([
    "gone",
    "gone",
  ]);
  expect(gone(dependent("imports", [null]), "total").sites.map(({ misfit }) => misfit)).toEqual(["gone"]);
});

test("calls through an interface or a variable name that, and still fit", () => {
  const { sites } = gone(dependent("calls", ["implementation", "flow", "type"]), "total");
  expect(sites.map(({ misfit }) => misfit)).toEqual([undefined, undefined, "gone"]);
});

test("what derives or overrides does not name what is gone by that alone", () => {
  expect(gone(dependent("derives", [null]), "total").sites[0]?.misfit).toBeUndefined();
  expect(gone(dependent("overrides", [null]), "total").sites[0]?.misfit).toBeUndefined();
});

test("a call of a subtype that has no constructor of its own names the subtype", () => {
  expect(gone(dependent("calls", ["constructor"]), "Base").sites[0]?.misfit).toBeUndefined();
});
