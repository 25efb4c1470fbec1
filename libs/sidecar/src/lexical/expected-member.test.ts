import { expect, it } from "vitest";
import { typeExpected } from "./expected-member.ts";

it.each<[string, string | null]>([
  ["let own: Settings = .max", "Settings"],
  ["func open(settings: any Store<Key>? = .max", "any Store<Key>?"],
  ["var all: [Settings] =\n  .max", "[Settings]"],
  ["let own = .max", ""],
  ["open(.max", ""],
  ["return\n  .max", ""],
  ["case .one: Settings.held = .max", ""],
  ["let own: [String: Settings]? = .max", "[String: Settings]?"],
  ["init(one: Store, other: Store<Key, Value> = .max", "Store<Key, Value>"],
  ["own.max", null],
  ["open()\n  .max", null],
  ["own?.max", null],
  ["0...max", null],
  ["max", null],
])("%j", (text, type) => {
  expect(typeExpected(text, text.length - "max".length)).toBe(type);
});
