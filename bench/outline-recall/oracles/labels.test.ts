import { expect, it } from "vitest";
import { isNamed } from "./labels.ts";

it("a folder has the labels of the repository with its name", () => {
  expect(isNamed("apple/swift-nio", "swift-nio")).toBe(true);
  expect(isNamed("apple/swift-nio", "apple+swift-nio")).toBe(true);
  expect(isNamed("Alamofire/Alamofire", "alamofire")).toBe(true);
  expect(isNamed("apple/swift-nio", "nio")).toBe(false);
});
