import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { explained } from "./explaining-server.ts";

const issue = (name: string) => ({
  expected: "string",
  code: "invalid_type",
  path: ["params", name],
  message: "Invalid input: expected string, received undefined",
});
const thrown = (...issues: unknown[]): Error => new Error(JSON.stringify(issues, null, 2));

it("makes one sentence of schema issues, and no more of them than can be read", () => {
  expect(explained("initialize", thrown(issue("a"), issue("b")))).toMatchObject({
    code: ProtocolErrorCode.InvalidParams,
    message:
      "Invalid parameters of initialize: params.a (expected string, received undefined), params.b " +
      "(expected string, received undefined)",
  });
  const { message } = explained(
    "initialize",
    thrown(...Array.from({ length: 9 }, (_, at) => issue(`${at}${"x".repeat(10_000)}`))),
  ) as Error;
  expect(message).toMatch(/, and 4 more$/);
  expect(message.length).toBeLessThan(1_200);
});

it.each([
  new Error("[broken"),
  new Error("[]"),
  new Error("[7]"),
  new Error("[null]"),
  new Error('[{"path":[]}]'),
  new TypeError("x"),
  new ProtocolError(ProtocolErrorCode.InternalError, "[]"),
  "text",
  undefined,
])("leaves other errors as they are: %s", (error) => {
  expect(explained("ping", error)).toBe(error);
});
