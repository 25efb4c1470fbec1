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
    unknown(.standard)
    let given = own
      .standard
    Session.standard
  }
  func take(_ settings: Settings) {}
}
`,
};

it(
  "a member of Swift without an object is one of the type that is declared there, or of the parameter, " +
    "never of the type around",
  async () => {
    expect(await usesOf(TREE, "a.swift", "Settings.standard")).toEqual([
      "a.swift:6 class",
      "a.swift:6?",
      "a.swift:7 class",
      "a.swift:8?",
      "a.swift:8?",
      "a.swift:9 class",
      "a.swift:10?",
      "a.swift:12 type",
    ]);
    expect(await usesOf(TREE, "a.swift", "Session.standard")).toEqual([
      "a.swift:6?",
      "a.swift:8?",
      "a.swift:8?",
      "a.swift:10?",
      "a.swift:13 class",
    ]);
  },
);
