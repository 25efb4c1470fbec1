import { describe, expect, it } from "vitest";
import { isPlainName, writtenNames } from "./written-names.ts";

describe("writtenNames", () => {
  it("finds whole names with their lines", () => {
    expect(
      writtenNames("max;\nmaximum max2 $max _max\n  max\r\nmax", "max").map(({ start, line }) => [
        start,
        line,
      ]),
    ).toEqual([
      [0, 1],
      [30, 3],
      [35, 4],
    ]);
    expect(writtenNames("$a.$b", "$b")).toHaveLength(1);
  });

  it.each<[string, readonly string[] | null]>([
    ["max", []],
    ["limits.max", ["limits"]],
    ["a.limits?.max", ["a", "limits"]],
    ["crate::limits::max", ["crate", "limits"]],
    ["\\App\\Limits::max", ["App", "Limits"]],
    ["$this->max", ["$this"]],
    ["this\n  .max", ["this"]],
    ["f().max", null],
    ["a[0].max", null],
    ["(a).max", null],
    ["f().limits.max", null],
    ["...limits.max", ["limits"]],
    ["!limits.max", ["limits"]],
    ["limits.0.max", ["limits", "0"]],
    ["...max", []],
    ["1..max", []],
    ["a . max", []],
    ["a && max", []],
    ["!limits.max", ["limits"]],
    ["[]limits.max", ["limits"]],
    ["(int) limits.max", ["limits"]],
    ["(int)limits.max", ["limits"]],
    ["...limits.max", ["limits"]],
    ["a.f()?.limits.max", null],
    ["limits!.max", ["limits"]],
  ])("%j is of %j", (code, object) => {
    expect(writtenNames(code, "max")[0]?.object).toEqual(object);
  });

  it.each([
    ["{ max: 1 }", true, false],
    ["f(max: 1)", true, false],
    ["{ a, max }", false, true],
    ["const { max = 1 } = limits", false, true],
    ["[a, max]", false, false],
    ["{ a: [b, max] }", false, false],
    ["f(a, max)", false, false],
    ["a ? max : b", false, false],
    ["max::new()", false, false],
    ["a, max := f()", false, false],
  ])("%j: a key %j, short for one %j", (code, isKey, isShorthand) => {
    expect(writtenNames(code, "max")[0]).toMatchObject({ isKey, isShorthand });
  });
});

it("tells what is called", () => {
  expect(writtenNames("max() + max + max (1)", "max").map(({ isCalled }) => isCalled)).toEqual([
    true,
    false,
    true,
  ]);
});

describe("what a name between brackets is of", () => {
  it.each<[string, string, readonly string[] | null]>([
    ["f(max=1)", "(", ["f"]],
    ["a.f(\n  b(1),\n  max=1)", "(", ["a", "f"]],
    ["Limits { max: 1 }", "{", ["Limits"]],
    ["crate::Limits { a: [1, 2], max }", "{", ["crate", "Limits"]],
    ["::all::Limits { max }", "{", ["all", "Limits"]],
    ["f()(max=1)", "(", null],
    ["def f(max=1)", "(", null],
    ["fn f() -> Limits { max }", "{", null],
    ["struct Limits { max: u32 }", "{", null],
    ["{ max: 1 }", "{", null],
    ["f(a, max)", "(", null],
    ["f(a max=1)", "(", null],
  ])("%j", (code, bracket, names) => {
    const holder = writtenNames(code, "max")[0]?.holder;
    expect(
      holder && {
        bracket: holder.bracket,
        names: holder.names,
        at: code.slice(holder.start).startsWith(holder.names.at(-1) ?? ""),
      },
    ).toEqual(names && { bracket, names, at: true });
  });
});

describe("isPlainName", () => {
  it.each([
    ["maxNodes", true],
    ["größe", true],
    ["$el", true],
    ["<*>", false],
    ["content-type", false],
    ["empty?", false],
    ["", false],
    ["2nd", false],
  ])("%j: %j", (name, expected) => {
    expect(isPlainName(name)).toBe(expected);
  });
});
