import { homedir } from "node:os";
import { expect, test } from "vitest";
import { shellWord, splitCommand } from "./words.ts";

test.each<[string, readonly string[]]>([
  ["satori-mcp", ["satori-mcp"]],
  ["  node  server.js --root /a ", ["node", "server.js", "--root", "/a"]],
  [`node "/with blank/server.js" '' a"b"c`, ["node", "/with blank/server.js", "", "abc"]],
  [String.raw`a\ b "say \"no\"" 'it is \'`, ["a b", 'say "no"', String.raw`it is ` + "\\"]],
  [
    String.raw`C:\Program\node.exe \\server\share\x.js "C:\a b\c.js"`,
    [String.raw`C:\Program\node.exe`, String.raw`\\server\share\x.js`, String.raw`C:\a b\c.js`],
  ],
])("%s", (text, [command, ...args]) => {
  expect(splitCommand(text)).toEqual({ command, args });
});

test("a home in front of a word is the user's, as for shells, which have not read what stands in quotes", () => {
  expect(splitCommand(`~/bin/node ~/a\\ b.js ~ "~/c" x~/d ~e/f`)).toEqual({
    command: `${homedir()}/bin/node`,
    args: [`${homedir()}/a b.js`, homedir(), "~/c", "x~/d", "~e/f"],
  });
});

test.each(["", " ", '""', "'' --root /a", 'node "open'])("no command: %j", (text) => {
  expect(splitCommand(text)).toBeNull();
});

test("a word for a shell is quoted where a shell would read something else", () => {
  expect(["/srv/shop", "/a b", "/it's", "/$(x)", String.raw`C:\code\app`].map(shellWord)).toEqual([
    "/srv/shop",
    "'/a b'",
    String.raw`'/it'\''s'`,
    "'/$(x)'",
    String.raw`C:\code\app`,
  ]);
});
