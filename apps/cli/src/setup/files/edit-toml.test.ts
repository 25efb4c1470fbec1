import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { TOML_FORMAT } from "./edit-toml.ts";

const ENTRY = { command: "node", args: ["server.js", "--tools", "core"] };
const edited = (text: string | null, entry: Readonly<Record<string, unknown>> = ENTRY) =>
  TOML_FORMAT.edit({
    text,
    file: "config.toml",
    table: ["mcp_servers"],
    name: "satori",
    kind: "url" in entry ? "url" : "command",
    entry,
  });
const edit = (text: string | null, entry?: Readonly<Record<string, unknown>>) => edited(text, entry).text;
const remove = (text: string) =>
  TOML_FORMAT.remove({ text, file: "config.toml", table: ["mcp_servers"], name: "satori" });
const ADDED = '[mcp_servers.satori]\ncommand = "node"\nargs = ["server.js", "--tools", "core"]\n';

describe("a server is put into TOML", () => {
  test("but not where a file has more lines than can be gone through, which is said", () => {
    const long = `[mcp_servers]\nsatori = { url = "http://a" }\n${"\n".repeat(5_000)}`;
    expect(() => edit(long)).toThrow("the limit is 5000");
    expect(() => remove(long)).toThrow("the limit is 5000");
  });

  test("but not where keys nest deeper than can be followed, which is said", () => {
    const deep = `${"a.".repeat(20_000)}a = 1\n`;
    expect(() => edit(deep)).toThrow("nested too deep");
    expect(() => remove(`${deep}[mcp_servers.satori]\ncommand = "x"\n`)).toThrow("nested too deep");
  });

  test("where there is no file, or an empty one", () => {
    expect([edit(null), edit(""), edit("\n")]).toEqual([ADDED, ADDED, ADDED]);
  });

  test("behind everything that is there, which stays byte for byte", () => {
    const before =
      '# mine\nmodel = "x" # best\n\n[mcp_servers.other]\ncommand = "y"\n\n[projects."/a ' +
      'b"]\ntrust_level = "trusted"';
    expect(edit(before)).toBe(`${before}\n\n${ADDED}`);
    expect(edit("a = 1\r\n")).toBe(`a = 1\r\n\r\n${ADDED.replaceAll("\n", "\r\n")}`);
  });

  test("once: a second edit changes no byte", () => {
    for (const before of [
      null,
      'model = "x"\n',
      '[mcp_servers.satori]\ncommand = "old"\nenv = { A = "1" }\n',
    ]) {
      const after = edit(before);
      expect(edit(after)).toBe(after);
    }
  });

  test("over an older entry, of which all that is not about the server's address stays", () => {
    const before =
      '[mcp_servers.satori] # ours\ncommand = "old"\nargs = [\n  "a", # first\n  ' +
      '"b]",\n]\nstartup_timeout_sec = 20 # slow disk\n\n[mcp_servers.satori.env]\nA = "1"\n\n[tui]\nx ' +
      '= """\n[mcp_servers.satori]\n"""\n';
    const after = edit(before);
    expect(after).toBe(
      '[mcp_servers.satori] # ours\ncommand = "node"\nargs = ["server.js", "--tools", ' +
        '"core"]\nstartup_timeout_sec = 20 # slow disk\n\n[mcp_servers.satori.env]\nA = "1"\n\n[tui]\nx ' +
        '= """\n[mcp_servers.satori]\n"""\n',
    );
  });

  test.each<[string, string, string, readonly string[]]>([
    [
      "texts",
      'command = "x"\nargs = []\nenv_vars = ["B"]\nenv = { A = "1" } # mine\ncwd = ' +
        '"/"\nstartup_timeout_sec = 20\n',
      "startup_timeout_sec = 20\n",
      ["cwd", "env", "env_vars"],
    ],
    [
      "names with a dot",
      'command = "x"\nenv.A = "1"\nenv."b.c" = """\n2"""\nenabled = true\n',
      "enabled = true\n",
      ["env"],
    ],
    [
      "a table",
      'command = "x"\n\n[mcp_servers.satori.env] # keys\nA = "1"\n# more\nB = """\n# 2"""\n\n# ' +
        'theirs\n[mcp_servers.other.env]\nA = "1"\n',
      '\n# theirs\n[mcp_servers.other.env]\nA = "1"\n',
      ["env"],
    ],
    [
      "an empty table",
      'command = "x"\n[mcp_servers.satori.env]\n[mcp_servers.satori.tools.a]\nb = 1\n',
      "[mcp_servers.satori.tools.a]\nb = 1\n",
      ["env"],
    ],
  ])("over an entry for a command, of which what is for commands goes: as %s", (_, before, kept, dropped) => {
    const heading = "[mcp_servers.satori]\n";
    expect(edited(heading + before, { url: "http://h/mcp" })).toEqual({
      text: `${heading}url = "http://h/mcp"\n${kept}`,
      dropped,
    });
  });

  test("over an entry for an address, of which what is for addresses goes", () => {
    const before =
      '[mcp_servers.satori]\nurl = "http://h/mcp"\nbearer_token_env_var = "T"\nenabled = ' +
      'false\n[mcp_servers.satori.http_headers]\nA = "1"\n';
    expect(edited(before)).toEqual({
      text: `${ADDED}enabled = false\n`,
      dropped: ["bearer_token_env_var", "http_headers"],
    });
    expect(edited(before, { url: "http://new/mcp" })).toEqual({
      text: before.replace("http://h", "http://new"),
      dropped: [],
    });
    // Of which nothing but a table is there.
    expect(edited('[mcp_servers.satori.env]\nA = "1"\n', { url: "http://h/mcp" })).toEqual({
      text: '[mcp_servers.satori]\nurl = "http://h/mcp"\n',
      dropped: ["env"],
    });
  });

  test("with variables, beside those that people have put there", () => {
    const entry = { ...ENTRY, env: { HOME_A: "/a b" } };
    expect(edit(null, entry)).toBe(`${ADDED}env = { HOME_A = "/a b" }\n`);
    const after = edit('[mcp_servers.satori]\nenv = { A = "1" } # mine\ncommand = "old"\n', entry);
    expect(parse(after)["mcp_servers"]).toEqual({ satori: { ...ENTRY, env: { A: "1", HOME_A: "/a b" } } });
    expect(edit(after, entry)).toBe(after);
    const table = `${ADDED}\n[mcp_servers.satori.env]\nHOME_A = "/a b"\nB = "2"\n`;
    expect(edit(table, entry)).toBe(table);
  });

  test("with variables, in the table of its own that an entry has for them", () => {
    const entry = { ...ENTRY, env: { HOME_A: "/a b" } };
    const withTable = (heading: string, variables: string): string =>
      `${heading}\n[mcp_servers.satori.env] # keys\n${variables}A = "1" # mine\n\n[tui]\nb = 1\n`;
    expect(edit(withTable(`${ADDED}tool_timeout_sec = 9\n`, ""), entry)).toBe(
      withTable(`${ADDED}tool_timeout_sec = 9\n`, 'HOME_A = "/a b"\n'),
    );
    expect(edit(withTable(ADDED, 'HOME_A = "/old"\n'), entry)).toBe(withTable(ADDED, 'HOME_A = "/a b"\n'));
    // One of which nothing else is there, as when the rest was taken out by hand.
    expect(edit(withTable("", ""), entry)).toBe(`\n${withTable(ADDED, 'HOME_A = "/a b"\n')}`);
    expect(edit(withTable("", ""))).toBe(`\n${withTable(ADDED, "")}`);
  });

  test("over an entry whose name is quoted", () => {
    expect(edit('[ mcp_servers . "satori" ]\ncommand = "old"\n')).toBe(
      '[ mcp_servers . "satori" ]\ncommand = "node"\nargs = ["server.js", "--tools", "core"]\n',
    );
  });

  test("with texts of any kind in it", () => {
    const entry = { command: 'C:\\Program Files\\node "x".exe', args: ["tab\t", "line\nend", "é😀"] };
    expect(parse(edit(null, entry))).toEqual({ mcp_servers: { satori: entry } });
  });
});

test.each([
  ["a = ", "config.toml:1:5 cannot be parsed: "],
  ["\ufeffa = 1\r\n[b\nc = 1", "config.toml:2:3 cannot be parsed: "],
  ["mcp_servers = { other = { command = 'x' } }", "has mcp_servers in a form that cannot be edited"],
  ["mcp_servers = 1", "has a number at mcp_servers, where a table is required"],
  ["[[mcp_servers]]\ncommand = 'x'", "has an array at mcp_servers, where a table is required"],
  ["[mcp_servers]\nsatori = 'x'", "has a string at mcp_servers.satori, where a table is required"],
  ["[mcp_servers]\nsatori = { command = 'x' }", "has mcp_servers in a form that cannot be edited"],
  ["[mcp_servers]\nsatori.command = 'x'", "has mcp_servers in a form that cannot be edited"],
])("what cannot be edited safely is refused with its position and reason: %s", (text, reason) => {
  expect(() => edit(text)).toThrow(
    expect.objectContaining({ code: "CLIENT_CONFIG_INVALID", message: expect.stringContaining(reason) }),
  );
});

describe("whatever a file holds", () => {
  const ENV = { HOME_A: "/a b" };
  /** Sections as people write them, each at most once; those of the entry in any order among the others. */
  const others = [
    '[tui]\nx = """\n[mcp_servers.satori]\ncommand = 1\n"""',
    '[mcp_servers.other] # theirs\ncommand = "y"\nargs = [\n  "[mcp_servers.satori.env]", # first\n]',
    '[mcp_servers.other.env]\nHOME_A = "z"',
    '[projects."/a b"]\ntrust_level = "trusted"',
    "[[steps]]\nwhen = 1979-05-27",
    "# the end",
  ];
  const headings = ["[mcp_servers.satori]", '[ mcp_servers . "satori" ] # ours'];
  const own = [
    'command = "old" ',
    'args = [\n  "a", # first\n  "b]",\n]',
    'url = "http://h"',
    "startup_timeout_sec = 20 # slow disk",
    'env_vars = ["A"]',
  ];
  const variables = ['A = "1" # mine', 'HOME_A = "/old"', '"my.key" = "2"'];
  const inlineEnv = 'env = { A = "1", "my.key" = "2" }';
  const entrySections = fc.oneof(
    fc.constant([]),
    fc
      .tuple(fc.constantFrom(...headings), fc.shuffledSubarray([...own, inlineEnv]))
      .map(([heading, lines]) => [[heading, ...lines].join("\n")]),
    fc
      .tuple(fc.constantFrom(null, ...headings), fc.shuffledSubarray(own), fc.shuffledSubarray(variables))
      .map(([heading, lines, env]) => [
        ...(heading === null ? [] : [[heading, ...lines].join("\n")]),
        ["[mcp_servers.satori.env]", ...env].join("\n"),
      ]),
  );
  const files = fc
    .tuple(entrySections, fc.shuffledSubarray(others))
    .chain(([entry, rest]) =>
      fc.tuple(
        fc.shuffledSubarray([...entry, ...rest], { minLength: entry.length + rest.length }),
        fc.constantFrom("\n", "\n\n"),
        fc.constantFrom("\n", "\r\n"),
      ),
    )
    .map(([sections, gap, eol]) => `# mine\nmodel = "x"\n${sections.join(gap)}\n`.replaceAll("\n", eol));

  test("the edit says what is wanted, keeps all else byte for byte, and needs no second one", () => {
    fc.assert(
      fc.property(files, fc.constantFrom(ENTRY, { ...ENTRY, env: ENV }), (before, entry) => {
        const after = edit(before, entry);
        const [was, is] = [before, after].map(
          (text) =>
            (parse(text) as { mcp_servers?: Record<string, Record<string, object>> }).mcp_servers ?? {},
        );
        expect(is?.["satori"]).toMatchObject({
          ...entry,
          ...("env" in entry || was?.["satori"]?.["env"]
            ? { env: { ...was?.["satori"]?.["env"], ...("env" in entry ? entry.env : {}) } }
            : {}),
        });
        // What is not about the address of the server stays, with its comments and in its order.
        const touched = /^(?:command|args|url|env|HOME_A|  "a"|  "b\]"|\])|^$/;
        const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => !touched.test(line));
        let at = 0;
        const later = linesOf(after);
        for (const line of linesOf(before))
          at = later.indexOf(line, at) + 1 || expect.fail(`${line} is missing in\n${after}`);
        expect(edit(after, entry)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  test("what is taken out is gone, and all else is there byte for byte", () => {
    fc.assert(
      fc.property(files, (before) => {
        const after = remove(edit(before));
        const serversOf = (text: string): object =>
          (parse(text) as { mcp_servers?: object }).mcp_servers ?? {};
        expect(serversOf(after)).toEqual(
          Object.fromEntries(Object.entries(serversOf(before)).filter(([name]) => name !== "satori")),
        );
        for (const section of others) if (before.includes(section)) expect(after).toContain(section);
        expect(remove(after)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  test("an address in the place of a command leaves nothing that is for commands, and all else byte for byte", () => {
    const entry = { url: "http://new" };
    fc.assert(
      fc.property(files, (before) => {
        const { text: after, dropped } = edited(before, entry);
        const [was, is] = [before, after].map(
          (text) =>
            (parse(text) as { mcp_servers?: Record<string, Record<string, object>> }).mcp_servers ?? {},
        );
        expect(is?.["satori"]).toEqual({
          ...entry,
          ...(was?.["satori"]?.["startup_timeout_sec"] ? { startup_timeout_sec: 20 } : {}),
        });
        expect(dropped).toEqual(["env", "env_vars"].filter((key) => was?.["satori"]?.[key]));
        for (const section of others) if (before.includes(section)) expect(after).toContain(section);
        expect(edit(after, entry)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a server is taken out of TOML", () => {
  test.each<[string, string, string]>([
    ["what an edit has added", edit('model = "x"\n'), 'model = "x"\n'],
    ["the only thing there is", ADDED, ""],
    [
      "with its tables, wherever they are",
      '[mcp_servers.satori.env] # keys\nA = "1"\n\n# theirs\n[mcp_servers.other]\ncommand = ' +
        '"y"\n\n[mcp_servers."satori"]\ncommand = "x"\nargs = [\n  "a",\n]\n\n[tui]\nx = ' +
        '"""\n[mcp_servers.satori]\n"""\n',
      '\n# theirs\n[mcp_servers.other]\ncommand = "y"\n\n[tui]\nx = """\n[mcp_servers.satori]\n"""\n',
    ],
    [
      "as a statement",
      '[mcp_servers]\nother = { command = "y" }\nsatori = { command = "x", args = [\n  "a"] }\n[tui]\n',
      '[mcp_servers]\nother = { command = "y" }\n[tui]\n',
    ],
    ["with Windows line ends", 'a = 1\r\n\r\n[mcp_servers.satori]\r\ncommand = "x"\r\n', "a = 1\r\n"],
  ])("%s", (_, before, after) => expect(remove(before)).toBe(after));

  test.each([
    "",
    "a = 1\n",
    '[mcp_servers]\nsatori = "theirs"\n',
    '[mcp_servers.satori-2]\ncommand = "x"\n',
    '[satori]\ncommand = "x"\n',
  ])("nothing changes where there is none: %j", (text) => expect(remove(text)).toBe(text));

  test.each([
    'mcp_servers = { satori = { command = "x" } }\n',
    'mcp_servers.satori.command = "x"\n',
    "[[mcp_servers.satori.tools]]\na = 1\n",
    "[",
  ])("what cannot be edited safely is refused: %s", (text) => {
    expect(() => remove(text)).toThrow(expect.objectContaining({ code: "CLIENT_CONFIG_INVALID" }));
  });
});
