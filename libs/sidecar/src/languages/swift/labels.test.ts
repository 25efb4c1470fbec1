/** Argument labels of Swift's functions. */
import { expect, it } from "vitest";
import { swiftLabels } from "./labels.ts";

it.each<[string, readonly string[] | null]>([
  ["func close() {}", []],
  [
    "@objc public func find(for task: Task, _ name: String, as type: Kind = .any) -> R { init(x: 1) }",
    ["for", "_", "as="],
  ],
  [
    "func find<Key: Hashable, R: Request>(in map: Map<Key, (R) -> Void>, each values: Int...) {}",
    ["in", "each..."],
  ],
  ['init?(_ a: Int = 0, /* b: */ c: String = ", d: ", // e: Int\n f: [Int: String])', ["_=", "c=", "f"]],
  ['@available(*, renamed: "init(x:)") convenience init(y: Int) {}', ["y"]],
  [
    "func `if`(@ViewBuilder content: () -> V, `in` other: (Int, Int) -> Bool = { $0 == $1 }) {}",
    ["content", "in="],
  ],
  ["func == (left: A, right: A) -> Bool", ["left", "right"]],
  ["case mixed(Int, name: String)", ["_", "name"]],
  ["case plain", null],
  ["var size: Int { 1 }", null],
  ["func open(a: Int", null],
  ["", null],
])("%s", (text, labels) => {
  expect(swiftLabels(text)).toEqual(labels);
});
