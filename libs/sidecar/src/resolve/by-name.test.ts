/** Which functions call sites lead to in languages that are resolved by scopes and names. */
import { describe } from "vitest";
import { checkEdges } from "./testing/check-edges.ts";

describe("Swift", () => {
  checkEdges({
    "overloads are possible": {
      files: `
  //- a.swift
  class Point {
      init(x: Int) {}
      init(name: String) { move(1) }
      func move(_ by: Int) {}
      func move(_ by: String) {}
  }
  func make() { Point(x: 1) }
`,
      edges: `
        Point.init@3 → Point.move@4 possible, Point.move@5 possible
        make → Point.init@2 possible, Point.init@3 possible
      `,
    },
    "members of the expected type": {
      files: `
  //- a.swift
  struct Header { static func accept(_ value: String) -> Header { Header() } }
  func add(_ header: Header) {}
  func run() { if !isOn(1) { add(.accept("x")) } }
  func isOn(_ n: Int) -> Bool { items[n] }
  func items() {}
`,
      edges: `
        Header.accept → Header
        run → isOn
        run → add
        run → Header.accept name_match
      `,
    },
  });
});
