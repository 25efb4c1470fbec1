import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "./diff.ts";

test.each([
  // Properties and variables.
  [
    '"other": {"command": "x", "env": {"API_KEY": "sk-other", "LEVEL": "1"}}',
    '"other": {"command": "x", "env": {"API_KEY": [secret], "LEVEL": "1"}}',
  ],
  ['env = { API_KEY = "sk-other", A = "1" }', 'env = { API_KEY = [secret], A = "1" }'],
  [`auth_token = 'a"b' # mine`, "auth_token = [secret] # mine"],
  ['"API_KEYS": ["a]b", "c"], "x": 1', '"API_KEYS": [secret], "x": 1'],
  ['"pinToken": 1234, "x": {"token": null}', '"pinToken": [secret], "x": {"token": [secret]}'],
  [
    String.raw`"env": "{\"API_KEY\": \"sk-other\"}", "x": 1`,
    String.raw`"env": "{\"API_KEY\": [secret]", "x": 1`,
  ],
  [
    '"GITHUB_PAT": "x", "DB_PASS": "y", "PATH": "/bin"',
    '"GITHUB_PAT": [secret], "DB_PASS": [secret], "PATH": "/bin"',
  ],
  // Headers.
  ['"headers": { "Authorization": "Bearer x" }', '"headers": { "Authorization": [secret] }'],
  ['["--header", "Authorization: Bearer x, y", "z"]', '["--header", "Authorization: [secret]", "z"]'],
  ['["X-Auth", "Bearer x"]', '["X-Auth", "Bearer [secret]"]'],
  // Flags.
  ['"args": ["--api-key=sk-other", "-y"]', '"args": ["--api-key=[secret]", "-y"]'],
  ['"args": ["--api-key", "sk-other", "-y"]', '"args": ["--api-key", [secret], "-y"]'],
  [`args = ['-token', 'x']`, "args = ['-token', [secret]]"],
  ['["sh", "-c", "serve --password sk-other"]', '["sh", "-c", "serve --password [secret]"]'],
  // What gives itself away, here and in what is no name.
  ['["serve", "sk-proj-0123456789abcdef"]', '["serve", "[secret]"]'],
  [`x = "ghp_${"a".repeat(36)}" # ${"github_pat_"}${"b".repeat(30)}`, 'x = "[secret]" # [secret]'],
  ['["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "AKIA0123456789ABCDEF"]', '["[secret]", "[secret]"]'],
  // Addresses.
  ['["postgres://me:sk-other@host/shop"]', '["postgres://me:[secret]@host/shop"]'],
  ['"url": "https://host/mcp?token=sk-other"', '"url": "https://host/mcp?token=[secret]"'],
])("%s", (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});

test.each([
  ['"--tools", "core"'],
  ['"command": "/home/me/keys/node"'],
  ['"url": "http://127.0.0.1:7411/mcp"'],
  ['"key-server": { "command": "x" }'],
  ["[mcp_servers.token-server]"],
  ['"PATH": "/usr/bin"'],
  ['"sk-learn": "1.0"'],
  ['"passive": true, "pattern": "x"'],
])("stays as it is: %s", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test("a value may stand on lines of its own, of which each stays one", () => {
  expect(maskSecrets('"args": [\n  "--api-key",\n  "sk-other",\n  "-y"\n]')).toBe(
    '"args": [\n  "--api-key",\n  [secret],\n  "-y"\n]',
  );
  expect(maskSecrets('keys = [\r\n  "a",\r\n  "b",\r\n]\r\nx = 1')).toBe(
    "keys = [secret]\r\n\r\n\r\n\r\nx = 1",
  );
  expect(maskSecrets('token = """\na\nb"""\nx = 1')).toBe("token = [secret]\n\n\nx = 1");
});

test("whatever a text holds, it keeps its lines, and no time grows with the square of it", () => {
  const pieces = [
    "key",
    "token",
    "-",
    ".",
    '"',
    "'",
    '"""',
    "[",
    "]",
    "{",
    "}",
    ":",
    "=",
    ",",
    " ",
    "\\",
    "\n",
    "\r\n",
    "://",
    "@",
    "x",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      expect(maskSecrets(parts.join("")).split("\n")).toHaveLength(parts.join("").split("\n").length);
    }),
  );
  for (const hostile of [
    "key",
    "key-",
    "key=[",
    'key="',
    "key='",
    "key ",
    "key\\",
    "key='''",
    '-key" ,',
    "key: 1",
    "://x",
    "://x:",
    " ",
    "bearer ",
  ]) {
    maskSecrets(hostile.repeat(100_000));
    maskSecrets(`key${hostile.slice(-1).repeat(100_000)}`);
  }
});
