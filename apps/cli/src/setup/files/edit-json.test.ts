import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { JSON_FORMAT } from "./edit-json.ts";

const ENTRY = { type: "stdio", command: "node", args: ["server.js"] };
const edited = (text: string | null, entry: Readonly<Record<string, unknown>> = ENTRY) =>
  JSON_FORMAT.edit({
    text,
    file: "mcp.json",
    table: ["mcpServers"],
    name: "satori",
    kind: "url" in entry ? "url" : "command",
    entry,
  });
const remove = (text: string) =>
  JSON_FORMAT.remove({ text, file: "mcp.json", table: ["mcpServers"], name: "satori" });
const edit = (text: string | null, entry?: Readonly<Record<string, unknown>>) => edited(text, entry).text;

describe("a server is put into JSON", () => {
  test("but not where lists nest deeper than can be followed, which is said", () => {
    expect(() => edit(`{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).toThrow("nested too deep");
  });

  test("where there is no file, or an empty one", () => {
    const made =
      '{\n  "mcpServers": {\n    "satori": {\n      "type": "stdio",\n      "command": "node",\n      ' +
      '"args": [\n        "server.js"\n      ]\n    }\n  }\n}\n';
    expect([edit(null), edit(""), edit(" \n")]).toEqual([made, made, made]);
  });

  test("behind everything that is there, which stays byte for byte, comments and commas too", () => {
    const entry = (indent: string): string =>
      [
        '"satori": {',
        '\t"type": "stdio",',
        '\t"command": "node",',
        '\t"args": [',
        '\t\t"server.js"',
        "\t]",
        "}",
      ]
        .map((line) => indent + line)
        .join("\n");
    const whole = (servers: string): string =>
      `{\n\t// mine\n\t"theme": "dark",\n\t"mcpServers": {${servers}}, /* keep */\n}\n`;
    const other = '\n\t\t"other": { "command": "x" }';
    for (const [before, after] of [
      [`${other}\n\t`, `${other},\n${entry("\t\t")}\n\t`],
      [`${other},\n\t`, `${other},\n${entry("\t\t")},\n\t`],
      [`${other} // note\n\t`, `${other}, // note\n${entry("\t\t")}\n\t`],
      [`${other}, /* note */\n\t`, `${other}, /* note */\n${entry("\t\t")},\n\t`],
      [`${other}`, `${other},\n${entry("\t\t")}`],
      ["", `\n${entry("\t\t")}\n\t`],
      [" // none yet\n\t", ` // none yet\n${entry("\t\t")}\n\t`],
      ['"other":{}', `"other":{}, "satori": ${JSON.stringify(ENTRY)}`],
    ] as const)
      expect(edit(whole(before))).toBe(whole(after));
  });

  test("once: a second edit changes no byte", () => {
    for (const before of [
      null,
      "{}",
      '{"mcpServers":{}}',
      '{ "mcpServers": { "satori": { "command": "old", "env": { "A": "1" } } } }',
    ]) {
      const after = edit(before);
      expect(edit(after)).toBe(after);
    }
  });

  test("with variables, beside those that people have put there", () => {
    const entry = { ...ENTRY, env: { HOME_A: "/a b" } };
    const after = edit(
      '{"mcpServers":{"satori":{"command":"old","env":{"A":"1", /* mine */ "HOME_A":"/old"}}}}',
      entry,
    );
    expect(parse(after)).toEqual({ mcpServers: { satori: { ...ENTRY, env: { A: "1", HOME_A: "/a b" } } } });
    expect(after).toContain("/* mine */");
    expect(edit(after, entry)).toBe(after);
    expect(parse(edit(null, entry))).toEqual({ mcpServers: { satori: entry } });
  });

  test("over an older entry, of which all that is not about the server's address stays", () => {
    const before = '{"mcpServers":{"satori":{"url":"http://old","env":{"KEY":"1"},"timeout":5}}}';
    expect(parse(edit(before))).toEqual({
      mcpServers: { satori: { ...ENTRY, env: { KEY: "1" }, timeout: 5 } },
    });
    const keeping = (text: string): unknown =>
      parse(
        JSON_FORMAT.edit({
          text,
          file: "mcp.json",
          table: ["mcp"],
          name: "satori",
          kind: "command",
          entry: { command: ["new"], enabled: true },
          keptKeys: ["enabled"],
        }).text,
      );
    expect(keeping('{"mcp":{"satori":{"command":["old"],"enabled":false}}}')).toEqual({
      mcp: { satori: { command: ["new"], enabled: false } },
    });
    expect(keeping('{"mcp":{"satori":{"command":["old"]}}}')).toEqual({
      mcp: { satori: { command: ["new"], enabled: true } },
    });
  });

  test("over one for a server that is reached the other way, of which what is for such servers alone goes", () => {
    const check = (present: object, entry: object, expected: object, dropped: readonly string[]): void => {
      const { text, dropped: found } = edited(
        JSON.stringify({ mcpServers: { satori: present, other: present } }),
        entry as Record<string, unknown>,
      );
      expect({ ...(parse(text) as object), found }).toEqual({
        mcpServers: { satori: { ...entry, ...expected }, other: present },
        found: dropped,
      });
    };
    const [command, url] = [
      { type: "local", command: ["x"] },
      { type: "remote", url: "http://h" },
    ];
    check({ ...command, environment: { A: "1" }, timeout: 5 }, url, { timeout: 5 }, ["environment"]);
    check({ ...ENTRY, env: { A: "1" }, envFile: ".env", cwd: "/", trust: true }, url, { trust: true }, [
      "cwd",
      "env",
      "envFile",
    ]);
    check({ ...url, headers: { Authorization: "x" }, oauth: {}, timeout: 5 }, ENTRY, { timeout: 5 }, [
      "headers",
      "oauth",
    ]);
    check(
      { ...url, headers: { Authorization: "x" } },
      { ...url, url: "http://new" },
      { headers: { Authorization: "x" } },
      [],
    );
  });

  test("with line ends and byte order mark as the file has them", () => {
    const after = edit('\ufeff{\r\n  "a": 1\r\n}\r\n');
    expect(after.startsWith("\ufeff{\r\n")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("one level deeper, where the file has its servers there", () => {
    const entry = { type: "local", command: ["x"], enabled: true };
    const nested = (text: string): unknown =>
      parse(
        JSON_FORMAT.edit({
          text,
          file: "opencode.json",
          table: ["mcp"],
          name: "satori",
          kind: "command",
          entry,
          nestedTable: "servers",
          keptKeys: ["enabled"],
        }).text,
      );
    expect(nested('{"mcp":{"servers":{"a":{"type":"local","command":["y"]}}}}')).toEqual({
      mcp: { servers: { a: { type: "local", command: ["y"] }, satori: entry } },
    });
    expect(nested('{"mcp":{"servers":{}}}')).toEqual({ mcp: { servers: { satori: entry } } });
    // A server that is called so.
    for (const server of [{ type: "local", command: ["y"] }, { enabled: false }])
      expect(nested(JSON.stringify({ mcp: { servers: server } }))).toEqual({
        mcp: { servers: server, satori: entry },
      });
    expect(nested('{"mcp":{"a":{}}}')).toEqual({ mcp: { a: {}, satori: entry } });
  });
});

test.each([
  ["{", "mcp.json:1:2 cannot be parsed: close brace expected"],
  ['{"mcpServers": {}, "mcpServers": {}}', "has a duplicate key"],
  ['{"mcpServers": {,}}', "mcp.json:1:17 cannot be parsed: "],
  ['\ufeff{\r\n  "a": 1\r\n  "b": 2\r\n}', "mcp.json:3:3 cannot be parsed: comma expected"],
  ["[]", "is not a JSON object"],
  ['{\n  "mcpServers": []}', "mcp.json:2:17 has an array at mcpServers, where an object is required"],
  ['{"mcpServers": {"satori": {"url": "a", "url": "b"}}}', "has a duplicate key"],
  ['{"mcpServers": {"satori": "x"}}', "has a string at mcpServers.satori"],
  ['{"mcpServers": null}', "mcp.json:1:16 has null at mcpServers"],
])("what cannot be edited safely is refused with its position and reason: %s", (text, reason) => {
  expect(() => edit(text)).toThrow(
    expect.objectContaining({
      code: "CLIENT_CONFIG_INVALID",
      exitCode: 2,
      message: expect.stringContaining(reason),
    }),
  );
});

test("whatever a file holds, the edit adds the entry and nothing else", () => {
  const value = fc.dictionary(
    fc.oneof(fc.string(), fc.constant("__proto__")).filter((key) => key !== "mcpServers"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2, "\t"), (content, indent) => {
      const before = JSON.stringify(content, null, indent);
      // Not by jsonc-parser, for which "__proto__" is a prototype.
      expect(JSON.parse(edit(before))).toEqual({
        ...(JSON.parse(before) as object),
        mcpServers: { satori: ENTRY },
      });
    }),
  );
});

describe("a server is taken out of JSON", () => {
  const OURS = '"satori": {\n      "command": "node"\n    }';

  test.each<[string, string, string]>([
    ["the only one", `{\n  "mcpServers": {\n    ${OURS}\n  }\n}\n`, '{\n  "mcpServers": {\n  }\n}\n'],
    [
      "the first",
      `{\n  "mcpServers": {\n    ${OURS},\n    // theirs\n    "other": {}\n  }\n}\n`,
      '{\n  "mcpServers": {\n    // theirs\n    "other": {}\n  }\n}\n',
    ],
    [
      "the last",
      `{\n  "mcpServers": {\n    "other": {},\n    ${OURS}\n  }\n}\n`,
      '{\n  "mcpServers": {\n    "other": {}\n  }\n}\n',
    ],
    [
      "the last, with a comma behind",
      `{\n  "mcpServers": {\n    "other": {},\n    ${OURS},\n  }\n}\n`,
      '{\n  "mcpServers": {\n    "other": {},\n  }\n}\n',
    ],
    [
      "the last, behind a comment",
      `{\n  "mcpServers": {\n    "other": {}, // theirs\n    ${OURS}\n  }\n}\n`,
      '{\n  "mcpServers": {\n    "other": {} // theirs\n  }\n}\n',
    ],
    [
      "with a comment before its comma",
      `{\n  "mcpServers": {\n    ${OURS} /* a, b */,\n    "other": {}\n  }\n}\n`,
      '{\n  "mcpServers": {\n     /* a, b */\n    "other": {}\n  }\n}\n',
    ],
    [
      "with Windows line ends",
      `\ufeff{\n  "mcpServers": {\n    ${OURS},\n    "other": {}\n  }\n}\n`.replaceAll("\n", "\r\n"),
      '\ufeff{\n  "mcpServers": {\n    "other": {}\n  }\n}\n'.replaceAll("\n", "\r\n"),
    ],
    [
      "on one line, the first",
      '{"mcpServers": {"satori": {"command": "x"}, "other": {}}}',
      '{"mcpServers": {"other": {}}}',
    ],
    [
      "on one line, the last",
      '{"mcpServers": {"other": {}, "satori": {"command": "x"}}}',
      '{"mcpServers": {"other": {}}}',
    ],
  ])("%s", (_, before, after) => expect(remove(before)).toBe(after));

  test("where it lies a level deeper; a table of servers that is called so stays", () => {
    const nested = (text: string): string =>
      JSON_FORMAT.remove({
        text,
        file: "opencode.json",
        table: ["mcp"],
        name: "satori",
        nestedTable: "servers",
        keptKeys: ["enabled"],
      });
    expect(nested('{"mcp":{"servers":{"satori":{"url":"x"}}}}')).toBe('{"mcp":{"servers":{}}}');
    expect(nested('{"mcp":{"satori":{"url":"x"}}}')).toBe('{"mcp":{}}');
  });

  test.each([
    "",
    " \n",
    "{}",
    '{"mcpServers": null}',
    '{"mcpServers": {"satori": "theirs"}}',
    '{"satori": {"command": "x"}}',
  ])("nothing changes where there is none: %j", (text) => expect(remove(text)).toBe(text));

  test.each(['{"mcpServers": {"satori": {}, "satori": {}}}', "{"])(
    "what cannot be edited safely is refused: %s",
    (text) => {
      expect(() => remove(text)).toThrow(expect.objectContaining({ code: "CLIENT_CONFIG_INVALID" }));
    },
  );

  test("whatever a file holds, what was put in can be taken out, and nothing else goes", () => {
    const value = fc.dictionary(
      fc.oneof(fc.string(), fc.constant("__proto__")).filter((key) => key !== "mcpServers"),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(value, value, fc.constantFrom(undefined, 2, "\t"), (content, servers, indent) => {
        const before = {
          ...content,
          mcpServers: Object.fromEntries(Object.entries(servers).filter(([key]) => key !== "satori")),
        };
        expect(JSON.parse(remove(edit(JSON.stringify(before, null, indent))))).toEqual(
          JSON.parse(JSON.stringify(before)),
        );
      }),
    );
  });
});
