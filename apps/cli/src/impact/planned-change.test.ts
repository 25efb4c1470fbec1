import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readPlannedChange } from "./planned-change.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "satori-planned-")));
writeFileSync(join(root, "cart.ts"), "");
afterAll(() => rmSync(root, { recursive: true }));

// The engine is only a sign that files are on this machine.
const session = { isLocal: true, places: [root], codebase: () => root, indexedRoot: () => root };

it.each<[string, string, string]>([
  ["add", "add", "signature"],
  ["add:remove", "add", "remove"],
  ["add:body", "add", "body"],
  ["Cart::add", "Cart::add", "signature"],
  ["Cart::add:remove", "Cart::add", "remove"],
  ["cart.ts:add", "cart.ts:add", "signature"],
  ["cart.ts:12:body", "cart.ts:12", "body"],
  ["cart.ts:remove", "cart.ts:remove", "signature"],
  ["cart.ts:remove:remove", "cart.ts:remove", "remove"],
  ["./cart.ts:add:remove", "cart.ts:add", "remove"],
  ["remove", "remove", "signature"],
  ["add:delete", "add:delete", "signature"],
])("%s plans a change", (text, symbol, change) =>
  expect(readPlannedChange(text, session)).toEqual({ symbol, change }),
);

it("an empty symbol is refused", () =>
  expect(() => readPlannedChange(" ", session)).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENTS" }),
  ));
