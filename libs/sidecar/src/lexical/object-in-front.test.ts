import { describe, expect, it } from "vitest";
import { objectInFront } from "./object-in-front.ts";

function shown(code: string): string | null {
  const found = objectInFront(code, code.lastIndexOf("max"));
  if (!found) return null;
  const { base, steps } = found;
  const from =
    base.kind === "call"
      ? `call ${/^\w+/.exec(code.slice(base.start))?.[0]}`
      : base.kind === "type"
        ? `type ${base.names.join(".")}`
        : base.name;
  return [from, ...steps.map((step) => step ?? "[]")].join(" ");
}

describe("objectInFront", () => {
  it.each([
    ["signs in a row", `a${"!".repeat(100_000)}.max`],
    ["brackets in brackets", `${"(in".repeat(50_000)} a${")".repeat(50_000)}.max`],
    ["an expression that never ends", `(await f(${"a,".repeat(50_000)})).max`],
  ])("looks no further than anybody writes: %s", (_, code) => expect(shown(code)).toBeNull());

  it.each([
    ["f().max", "call f"],
    ["a.b(x, (y)).max", "call b"],
    ["new Box<Map<A, B>>(1).max", "call Box"],
    ["make[int](1).max", "call make"],
    ["a\n  .b()\n  .c.max", "call b c"],
    ["f()?.max", "call f"],
    ["a[0].max", "a []"],
    ["a.b[i][j].c.max", "a b [] [] c"],
    ["f()[0].max", "call f []"],
    ["((Point) o).max", "type Point"],
    ["((a.Point<T>) o.p()).max", "type a.Point"],
    ["o.(*a.Point).max", "type a.Point"],
    ["((struct limits *) given)->max", "type struct limits"],
    ["static_cast<const Limits *>(f(a, b))->all[0].max", "type Limits all []"],
    ["dynamic_cast<db::Limits&>(a).max", "type db.Limits"],
    ["f((Limits *) given)->max", "call f"],
    ["((a * b) + c).max", null],
    ["(*p).max", "p"],
    ["(a.b).max", "a b"],
    ["(new Box(1)).max", "call Box"],
    ["(a + f()).max", null],
    ["(a ? b : c).max", null],
    ["if (a).max", "a"],
    ["return (f()).max", "call f"],
    ["{ a }.max", null],
    ['"a".max', null],
    ["max", null],
  ])("%j", (code, expected) => {
    expect(shown(code)).toBe(expected);
  });
});
