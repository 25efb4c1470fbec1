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
    expect(() => edit(table, { ...ENTRY, env: { C: "3" } })).toThrow(expect.objectContaining({ code: "CLIENT_CONFIG_INVALID" }));
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
