import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { editToml } from "./edit-toml.ts";

const ENTRY = { command: "node", args: ["server.js", "--tools", "core"] };
const edit = (text: string | null, entry: Readonly<Record<string, unknown>> = ENTRY) => editToml({ text, file: "config.toml", table: ["mcp_servers"], name: "satori", entry });
const ADDED = '[mcp_servers.satori]\ncommand = "node"\nargs = ["server.js", "--tools", "core"]\n';

describe("a server is put into TOML", () => {
  test("where there is no file, or an empty one", () => {
    expect([edit(null), edit(""), edit("\n")]).toEqual([ADDED, ADDED, ADDED]);
  });

  test("behind everything that is there, which stays byte for byte", () => {
    const before = '# mine\nmodel = "x" # best\n\n[mcp_servers.other]\ncommand = "y"\n\n[projects."/a b"]\ntrust_level = "trusted"';
    expect(edit(before)).toBe(`${before}\n\n${ADDED}`);
    expect(edit("a = 1\r\n")).toBe(`a = 1\r\n\r\n${ADDED.replaceAll("\n", "\r\n")}`);
  });

  test("once: a second edit changes no byte", () => {
    for (const before of [null, 'model = "x"\n', '[mcp_servers.satori]\ncommand = "old"\nenv = { A = "1" }\n']) {
      const after = edit(before);
      expect(edit(after)).toBe(after);
    }
  });

  test("over an older entry, of which all that is not about the server's address stays", () => {
    const before = '[mcp_servers.satori] # ours\ncommand = "old"\nargs = [\n  "a", # first\n  "b]",\n]\nstartup_timeout_sec = 20 # slow disk\n\n[mcp_servers.satori.env]\nA = "1"\n\n[tui]\nx = """\n[mcp_servers.satori]\n"""\n';
    const after = edit(before);
    expect(after).toBe('[mcp_servers.satori] # ours\ncommand = "node"\nargs = ["server.js", "--tools", "core"]\nstartup_timeout_sec = 20 # slow disk\n\n[mcp_servers.satori.env]\nA = "1"\n\n[tui]\nx = """\n[mcp_servers.satori]\n"""\n');
    expect(parse(edit(before, { url: "http://h/mcp" }))["mcp_servers"]).toEqual({ satori: { url: "http://h/mcp", startup_timeout_sec: 20, env: { A: "1" } } });
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
    const withTable = (heading: string, variables: string): string => `${heading}\n[mcp_servers.satori.env] # keys\n${variables}A = "1" # mine\n\n[tui]\nb = 1\n`;
    expect(edit(withTable(`${ADDED}tool_timeout_sec = 9\n`, ""), entry)).toBe(withTable(`${ADDED}tool_timeout_sec = 9\n`, 'HOME_A = "/a b"\n'));
    expect(edit(withTable(ADDED, 'HOME_A = "/old"\n'), entry)).toBe(withTable(ADDED, 'HOME_A = "/a b"\n'));
    // One of which nothing else is there, as when the rest was taken out by hand.
    expect(edit(withTable("", ""), entry)).toBe(`\n${withTable(ADDED, 'HOME_A = "/a b"\n')}`);
    expect(edit(withTable("", ""))).toBe(`\n${withTable(ADDED, "")}`);
  });

  test("over an entry whose name is quoted", () => {
    expect(edit('[ mcp_servers . "satori" ]\ncommand = "old"\n')).toBe('[ mcp_servers . "satori" ]\ncommand = "node"\nargs = ["server.js", "--tools", "core"]\n');
  });

  test("with texts of any kind in it", () => {
    const entry = { command: 'C:\\Program Files\\node "x".exe', args: ["tab\t", "line\nend", "é😀"] };
    expect(parse(edit(null, entry))).toEqual({ mcp_servers: { satori: entry } });
  });
});

test.each([
  ["a = ", "cannot be parsed"], ["[a\nb = 1", "cannot be parsed"], ["mcp_servers = { other = { command = 'x' } }", "add by hand"], ["mcp_servers = 1", "add by hand"], ["[mcp_servers]\nsatori = { command = 'x' }", "add by hand"], ["[mcp_servers]\nsatori.command = 'x'", "add by hand"],
])("what cannot be edited safely is refused with its reason: %s", (text, reason) => {
  expect(() => edit(text)).toThrow(expect.objectContaining({ code: "CLIENT_CONFIG_INVALID", message: expect.stringContaining(reason) }));
});

describe("whatever a file holds", () => {
  const ENV = { HOME_A: "/a b" };
  /** Sections as people write them, each at most once; those of the entry in any order among the others. */
  const others = ["[tui]\nx = \"\"\"\n[mcp_servers.satori]\ncommand = 1\n\"\"\"", '[mcp_servers.other] # theirs\ncommand = "y"\nargs = [\n  "[mcp_servers.satori.env]", # first\n]', '[mcp_servers.other.env]\nHOME_A = "z"', '[projects."/a b"]\ntrust_level = "trusted"', "[[steps]]\nwhen = 1979-05-27", "# the end"];
  const headings = ["[mcp_servers.satori]", '[ mcp_servers . "satori" ] # ours'];
  const own = ['command = "old" ', "args = [\n  \"a\", # first\n  \"b]\",\n]", 'url = "http://h"', "startup_timeout_sec = 20 # slow disk", 'env_vars = ["A"]'];
  const variables = ['A = "1" # mine', 'HOME_A = "/old"', '"my.key" = "2"'];
  const inlineEnv = 'env = { A = "1", "my.key" = "2" }';
  const entrySections = fc.oneof(
    fc.constant([]),
    fc.tuple(fc.constantFrom(...headings), fc.shuffledSubarray([...own, inlineEnv])).map(([heading, lines]) => [[heading, ...lines].join("\n")]),
    fc.tuple(fc.constantFrom(null, ...headings), fc.shuffledSubarray(own), fc.shuffledSubarray(variables)).map(([heading, lines, env]) => [...(heading === null ? [] : [[heading, ...lines].join("\n")]), ["[mcp_servers.satori.env]", ...env].join("\n")]),
  );
  const files = fc.tuple(entrySections, fc.shuffledSubarray(others)).chain(([entry, rest]) => fc.tuple(fc.shuffledSubarray([...entry, ...rest], { minLength: entry.length + rest.length }), fc.constantFrom("\n", "\n\n"), fc.constantFrom("\n", "\r\n")))
    .map(([sections, gap, eol]) => `# mine\nmodel = "x"\n${sections.join(gap)}\n`.replaceAll("\n", eol));

  test("the edit says what is wanted, keeps all else byte for byte, and needs no second one", () => {
    fc.assert(fc.property(files, fc.constantFrom(ENTRY, { ...ENTRY, env: ENV }), (before, entry) => {
      const after = edit(before, entry);
      const [was, is] = [before, after].map((text) => ((parse(text) as { mcp_servers?: Record<string, Record<string, object>> }).mcp_servers ?? {}));
      expect(is?.["satori"]).toMatchObject({ ...entry, ...("env" in entry || was?.["satori"]?.["env"] ? { env: { ...was?.["satori"]?.["env"], ...("env" in entry ? entry.env : {}) } } : {}) });
      // What is not about the address of the server stays, with its comments and in its order.
      const touched = /^(?:command|args|url|env|HOME_A|  "a"|  "b\]"|\])|^$/;
      const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => !touched.test(line));
      let at = 0;
      const later = linesOf(after);
      for (const line of linesOf(before)) at = later.indexOf(line, at) + 1 || expect.fail(`${line} is missing in\n${after}`);
      expect(edit(after, entry)).toBe(after);
    }), { numRuns: 500 });
  });
});
