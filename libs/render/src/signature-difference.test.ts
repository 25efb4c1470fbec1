import fc from "fast-check";
import { expect, it } from "vitest";
import { signatureDifference } from "./signature-difference.ts";

it("shows short declarations in full", () =>
  expect(signatureDifference("def f(a)", "def f(a, b)")).toEqual({
    before: "def f(a)",
    after: "def f(a, b)",
  }));

it("shows what differs in long ones, with whole words around it", () => {
  const same =
    "method: str, url: str, params: QueryParamTypes | None = None, headers: HeaderTypes | None = None";
  expect(
    signatureDifference(
      `def request(${same}, proxies: Proxies, verify: bool) -> Response`,
      `def request(${same}, verify: bool) -> Response`,
    ),
  ).toEqual({
    before: "…HeaderTypes | None = None, proxies: Proxies, verify: bool) -> Response",
    after: "…HeaderTypes | None = None, verify: bool) -> Response",
  });
});

it("is different where the declarations are, and part of them", () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (before, after) => {
      const shown = signatureDifference(before, after);
      expect(shown.before === shown.after).toBe(before === after);
      expect(before).toContain(shown.before.replace(/^…/, "").replace(/…$/, ""));
    }),
    { seed: 1, numRuns: 500 },
  ));
