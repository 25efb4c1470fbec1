import { expect, it } from "vitest";
import { controlLine, helloLine, readControl, readHello } from "./messages.ts";

it("reads what it writes", () => {
  const hello = {
    kind: "session",
    session: null,
    workingFolder: "/a\nb",
    root: null,
    allowedRoots: [],
    tools: ["core"],
    answers: "both",
  } as const;
  expect(readHello(helloLine(hello))).toMatchObject(hello);
  const control = { kind: "answers", ids: [1, "a\n"] } as const;
  expect(controlLine(control)).toMatch(/^[^\n]*\n$/);
  expect(readControl(controlLine(control).trimEnd())).toEqual(control);
});

it.each(["", "{", "null", "7", "[]", "{}", '{"protocol":0,"kind":"retire"}', '{"jsonrpc":"2.0","id":1}'])(
  "takes %j for no first line",
  (line) => expect(readHello(line)).toBeNull(),
);

it("takes messages of MCP for no control lines", () => {
  for (const line of ['{"jsonrpc":"2.0"}', "[]", ""]) expect(readControl(line)).toBeNull();
});
