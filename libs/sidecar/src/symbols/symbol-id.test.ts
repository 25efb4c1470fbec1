import { expect, it } from "vitest";
import { SymbolIds, mayHoldId } from "./symbol-id.ts";

const PATHS = Array.from({ length: 2_000 }, (_, at) => `packages/p${at % 40}/src/module-${at}.ts`);

it("gives the same id for the same file, kind and name, and counts equal ones", () => {
  const ids = (): string[] => {
    const of = new SymbolIds("src/a.ts");
    return [
      of.next("function", "run"),
      of.next("function", "run"),
      of.next("class", "run"),
      of.next("function", "stop"),
    ];
  };
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(4);
  for (const id of ids()) expect(id).toMatch(/^sym_[0-9a-f]{16}$/);
});

it("gives no id twice, in one file or in many", () => {
  const of = new SymbolIds("src/a.ts");
  const inOne = Array.from({ length: 20_000 }, (_, at) => of.next("method", `Store.method${at}`));
  const inMany = PATHS.map((path) => new SymbolIds(path).next("function", "main"));
  expect(new Set([...inOne, ...inMany]).size).toBe(inOne.length + inMany.length);
});

it("tells the file by the id alone", () => {
  for (const path of PATHS.slice(0, 20)) {
    const isFile = mayHoldId(new SymbolIds(path).next("method", "Store.open"));
    expect(PATHS.filter(isFile)).toEqual([path]);
  }
});
