import { expect, it } from "vitest";
import { usesOf } from "../testing/uses-of.ts";

const TREE = {
  "a.swift": `struct Settings {
  static let standard = Settings()
}
class Session {
  static let standard = Session()
  func open(settings: Settings = .standard, others: [Settings] = [.standard]) {
    let own: Settings? = .standard
    switch own { case .standard: settings = .standard }
    take(.standard)
    let given = own
      .standard
    Session.standard
  }
}
`,
};

it("a member of Swift without an object is one of the type that is declared there, never of the type around", async () => {
  expect(await usesOf(TREE, "a.swift", "Settings.standard")).toEqual(["a.swift:6 class", "a.swift:6?", "a.swift:7 class", "a.swift:8?", "a.swift:8?", "a.swift:9?", "a.swift:11 type"]);
  expect(await usesOf(TREE, "a.swift", "Session.standard")).toEqual(["a.swift:6?", "a.swift:8?", "a.swift:8?", "a.swift:9?", "a.swift:12 class"]);
});
