import fc from "fast-check";
import { parse as parseJson } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { CommandError } from "../../failure.ts";
import { JSON_FORMAT } from "./edit-json.ts";
import { TOML_FORMAT } from "./edit-toml.ts";
import { type Backup, earlierText } from "./undo.ts";

const ENTRY = { command: "node", args: ["server.js", "--tools", "core"], env: { HOME_A: "/a b" } };
const NAMES = { file: "config", name: "satori" } as const;
const JSON_REQUEST = { ...NAMES, table: ["mcpServers"] };
const TOML_REQUEST = { ...NAMES, table: ["mcp_servers"] };

/** How a text may be written: line ends, byte order mark, and the end of the file. */
const variants = fc.record({
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
  end: fc.constantFrom("", "\n", "\n\n", " "),
});

/** JSON with comments and trailing commas, in any layout. */
const jsonText = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.constantFrom(undefined, null, {}, { other: { command: "x" } }, { a: {}, b: { url: "http://h" } }),
    fc.constantFrom(undefined, 1, 2, 4, "\t"),
    fc.constantFrom("", "// mine", "/* a,\n b */", "// \u{1f600}"),
    variants,
  )
  .map(([settings, servers, indent, comment, { eol, mark, end }]) => {
    const { mcpServers: _, ...rest } = settings;
    const content = servers === undefined ? rest : { ...rest, mcpServers: servers ?? {} };
    const body = JSON.stringify(content, null, indent).replace(
      /^\{/,
      `{${comment === "" ? "" : `${comment}\n`}`,
    );
    const lines = (indent === undefined ? body : body.replace(/\n\}$/, "\n}")) + end;
    return mark + lines.replaceAll("\n", eol);
  });

const tomlText = fc
  .tuple(
    fc.shuffledSubarray([
      'model = "x" # best',
      "# mine",
      'text = """\n[mcp_servers.satori]\n"""',
      "",
      "when = 1979-05-27",
    ]),
    fc.shuffledSubarray([
      '[mcp_servers.other]\ncommand = "y"\nargs = [\n  "a", # first\n]',
      '[projects."/a b"]\ntrust_level = "trusted"',
      "[[steps]]\nname = 'one'",
      "[tui]\n\n# the end",
    ]),
    variants,
  )
  .map(
    ([top, tables, { eol, mark, end }]) =>
      mark + ([...top, ...tables].join("\n") + end).replaceAll("\n", eol),
  );

describe.each([
  ["JSON", JSON_FORMAT, JSON_REQUEST, jsonText],
  ["TOML", TOML_FORMAT, TOML_REQUEST, tomlText],
] as const)("an entry that was added to %s", (_, format, request, texts) => {
  const add = (text: string | null, entry: object = ENTRY): string =>
    format.edit({ ...request, text, kind: "command", entry: { ...entry } }).text;

  test("can be undone byte for byte, whatever the file was", () => {
    fc.assert(
      fc.property(texts, texts, (before, other) => {
        const text = add(before);
        expect(text).not.toBe(before);
        const backups = [add(other), before].map((copy, at) => ({ file: `backup-${at}`, text: copy }));
        expect(earlierText({ ...request, text }, format, backups)).toEqual({
          kind: "backup",
          backup: { file: "backup-1", text: before },
        });
      }),
    );
  });

  test("is all that a file has that was made for it, and such a file goes", () => {
    expect(earlierText({ ...request, text: add(null) }, format, [])).toEqual({ kind: "none" });
    // An empty file was there.
    const empty: Backup = { file: "backup", text: "" };
    expect(earlierText({ ...request, text: add("") }, format, [empty])).toEqual({
      kind: "backup",
      backup: empty,
    });
  });

  test("and changed by other runs of setup is undone from the text before all of them", () => {
    const { command: _, ...rest } = ENTRY;
    const next = [
      { ...ENTRY, command: "/other/node", args: ["a"] },
      { url: "http://h", alwaysLoad: true },
      { ...rest, command: "node", args: [] },
    ];
    fc.assert(
      fc.property(fc.option(texts), fc.shuffledSubarray(next), (before, later) => {
        const copies: (string | null)[] = [before];
        let text = add(before);
        for (const entry of later) {
          copies.unshift(text);
          text = format.edit({
            ...request,
            text,
            kind: "url" in entry ? "url" : "command",
            entry,
            unwantedKeys: ["alwaysLoad"],
          }).text;
        }
        const backups = copies.flatMap((copy, at) =>
          copy === null ? [] : [{ file: `backup-${at}`, text: copy }],
        );
        expect(earlierText({ ...request, text }, format, backups)).toMatchObject(
          before === null ? { kind: "none" } : { backup: { text: before } },
        );
      }),
    );
  });

  test("in a file that was changed since is not undone from a backup, which would lose the change", () => {
    fc.assert(
      fc.property(texts, (before) => {
        const text = `${add(before)}${format === JSON_FORMAT ? "// later" : "# later"}`;
        expect(earlierText({ ...request, text }, format, [{ file: "backup", text: before }])).toEqual({
          kind: "unknown",
        });
      }),
    );
  });
});

test("a backup that cannot be parsed is passed over, and a file that cannot be parsed is refused", () => {
  const text = JSON_FORMAT.edit({ ...JSON_REQUEST, text: "{}", kind: "command", entry: ENTRY }).text;
  const backups = ["{ broken", "{}"].map((copy) => ({ file: copy, text: copy }));
  expect(earlierText({ ...JSON_REQUEST, text }, JSON_FORMAT, backups)).toMatchObject({
    backup: { text: "{}" },
  });
  expect(() => earlierText({ ...JSON_REQUEST, text: "{ broken" }, JSON_FORMAT, [])).toThrow(CommandError);
});

test("what a user has added to the entry does not come back with the backup's other settings", () => {
  const text = JSON_FORMAT.edit({ ...JSON_REQUEST, text: '{"a": 1}', kind: "command", entry: ENTRY }).text;
  const changed = text.replace('"a": 1', '"a": 2');
  expect(parseJson(changed)).toMatchObject({ a: 2 });
  expect(
    earlierText({ ...JSON_REQUEST, text: changed }, JSON_FORMAT, [{ file: "b", text: '{"a": 1}' }]),
  ).toEqual({ kind: "unknown" });
});
