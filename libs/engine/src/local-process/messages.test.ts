import { expect, it } from "vitest";
import { controlLine, helloLine, readCall, readControl, readHello } from "./messages.ts";

it("reads what it writes", () => {
  const hello = {
    kind: "session",
    session: null,
    hadScope: false,
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

it("takes nothing but a whole call for a call", () => {
  const call = { id: 1, tool: "read_file", args: {}, baseFolder: "/a", sessionRoot: null, roots: ["/a"] };
  expect(readCall(JSON.stringify(call))).toEqual(call);
  for (const fault of [
    { id: "1" },
    { tool: 7 },
    { baseFolder: null },
    { sessionRoot: 7 },
    { roots: [7] },
    { roots: "/a" },
  ])
    expect(readCall(JSON.stringify({ ...call, ...fault }))).toBeNull();
});

it.each([
  "",
  "{",
  "null",
  "7",
  "[]",
  "{}",
  '{"protocol":0,"kind":"retire"}',
  '{"jsonrpc":"2.0","id":1}',
  '{"protocol":1,"kind":"session"}',
  '{"protocol":1,"kind":"x"}',
])("takes %j for no first line", (line) => expect(readHello(line)).toBeNull());

it("takes messages of MCP for no control lines", () => {
  for (const line of ['{"jsonrpc":"2.0"}', "[]", "", "!", "!{", "!7"]) expect(readControl(line)).toBeNull();
});
