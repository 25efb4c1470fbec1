import { expect, it } from "vitest";
import { depthsOf } from "./outline-panel.tsx";

it.each([
  ["a", { a: 0 }],
  ["a b<a c<b d<a", { a: 0, b: 1, c: 2, d: 1 }],
  ["b<a c<b", { b: 0, c: 1 }],
  ["a<b b<a c<b", { a: 0, b: 0, c: 0 }],
])("%s", (text, depths) => {
  const symbols = text.split(" ").map((one) => {
    const parent = one.split("<")[1];
    return { symbolId: one[0] as string, ...(parent === undefined ? {} : { parent }) };
  });
  expect(Object.fromEntries(depthsOf(symbols))).toEqual(depths);
});
