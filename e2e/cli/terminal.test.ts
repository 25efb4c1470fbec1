/** What stands on a terminal, and what does not stand in a pipe. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, CLI_BIN, cliIn } from "../support/cli.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = writeManyModules(workspace.path("parcels"), 400);
let satori: Cli;
beforeAll(async () => {
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

const COLOR = /\x1b\[\d+(?:;\d+)*m/;
const ERASE = "\r\x1b[2K";

describe.skipIf(!hasTerminal)("on a terminal", () => {
  test("indexing shows bar, phase, files, chunks, rate and time left in one line, and then what was done", async () => {
    const { output, code } = await satori.onTerminal(["index", "--force"]);
    expect(code).toBe(0);
    const drawn = output.split(ERASE);
    expect(
      drawn.some((line) =>
        /^\[#+-+\] indexing \d+\/400 files {2}\d+ chunks {2}\d+ files\/s {2}\S+ s left$/.test(line),
      ),
    ).toBe(true);
    for (const line of drawn.slice(0, -1)) expect(line).not.toContain("\n");
    expect(drawn.at(-1)).toMatch(/^indexed 400 files, 400 chunks in \d/);
  });

  test("results have colours, and their lines fit", async () => {
    const { shown } = await satori.onTerminal(["search", "check parcel depot"], { columns: 50 });
    expect(shown).toMatch(/\x1b\[36mdepot\d+\/parcel\d+\.ts:\d+-\d+\x1b\[0m {2}\x1b\[1mcheckParcel/);
    expect(shown).toContain("\x1b[1;33m");
    for (const line of shown.split("\n").filter((text) => /^\S* +\d/.test(text)))
      expect(line.replace(new RegExp(COLOR, "g"), "").length).toBeLessThanOrEqual(50);
  });

  test("progress keeps its bar in 40 columns", async () => {
    const { output } = await satori.onTerminal(["index", "--force"], { columns: 40 });
    const drawn = output.split(ERASE).filter((line) => line.includes("indexing "));
    expect(drawn.length).toBeGreaterThan(0);
    for (const line of drawn) expect(line).toMatch(/^\[[#-]{5,}\] indexing \d+\/400 files$/);
  });

  test("grep marks its matches, and cuts lines around them; in a pipe they are whole", async () => {
    const line = `export const long = "${"x".repeat(200)} needle ${"y".repeat(200)}";`;
    const own = cliIn(workspace, workspace.tree("wide", `//- a.ts\n${line}\n`));
    const { shown } = await own.onTerminal(["grep", "needle"], { columns: 60 });
    expect(shown).toMatch(/^\x1b\[36ma\.ts:1:223:\x1b\[0m …x+ \x1b\[1;33mneedle\x1b\[0m y+…\n$/);
    expect(shown.replace(new RegExp(COLOR, "g"), "").trimEnd()).toHaveLength(60);
    expect((await own.onTerminal(["grep", "needle"], { environment: { NO_COLOR: "1" } })).shown).not.toMatch(
      COLOR,
    );
    expect((await own(["grep", "needle"])).stdout).toBe(`a.ts:1:223: ${line}\n`);
  });

  test("a symbol that is read has its place above it; in a pipe, beside it", async () => {
    const symbol = "loadParcel77";
    const place = /^depot27\/parcel77\.ts:\d+-\d+ {2}loadParcel77$/;
    const { shown } = await satori.onTerminal(["read", "--symbol", symbol, "--no-color"]);
    const [heading = "", first = ""] = shown.split("\n");
    expect(heading).toMatch(place);
    expect(first).toMatch(/^ *\d+ {2}export /);
    const { stdout, stderr } = await satori(["read", "--symbol", symbol]);
    expect(stdout).toMatch(/^export /);
    expect(stderr.trimEnd()).toMatch(place);
    expect((await satori(["read", "--symbol", symbol, "--quiet"])).stderr).toBe("");
  });

  test("names are shown as class and member, without their namespaces", async () => {
    const own = cliIn(
      workspace,
      workspace.tree(
        "billing",
        "//- a.cs\nnamespace Acme.Billing.Internal\n{\n  class Calculator\n  {\n    int Total() { return Half(); }\n" +
          "    int Half() { return 1; }\n  }\n}\n",
      ),
    );
    const { stdout } = await own(["callers", "Half"]);
    expect(stdout).toContain("Calculator.Half  a.cs:6\n└─ Calculator.Total  a.cs:5");
    expect(stdout).not.toContain("Acme");
    const { shown } = await own.onTerminal(["callers", "Half", "--no-color"], { columns: 24 });
    expect(shown).toContain("└─ Calcul….Total  a.cs:5");
  });

  test("progress goes to the terminal although the answer goes elsewhere", async () => {
    const file = workspace.path("answer.json");
    const { output } = await satori.shellOnTerminal(
      `"${process.execPath}" "${CLI_BIN}" index --force --json > "${file}"; cat "${file}" | wc -l`,
    );
    expect(output).toContain(`${ERASE}[`);
    expect(output).toMatch(/indexed 400 files, 400 chunks in .+\n *1\n$/);
  });

  test("--quiet, --no-color, NO_COLOR and TERM=dumb are heeded", async () => {
    expect((await satori.onTerminal(["index", "--force", "--quiet"])).output).not.toMatch(
      /[\x1b\r]|files\/s|chunks in/,
    );
    expect((await satori.onTerminal(["search", "check parcel", "--no-color"])).shown).not.toMatch(COLOR);
    expect(
      (await satori.onTerminal(["search", "check parcel"], { environment: { NO_COLOR: "1" } })).shown,
    ).not.toMatch(COLOR);
    expect((await satori.onTerminal(["sync"], { environment: { TERM: "dumb" } })).output).not.toMatch(
      /[\x1b\r]/,
    );
  });

  test("read numbers its lines", async () => {
    expect((await satori.onTerminal(["read", "depot1/parcel1.ts:1-2", "--no-color"])).shown).toBe(
      "1  /** Will load the parcel of depot 1. */\n2  export function loadParcel1(depot: number): number {\n",
    );
  });
});

test("in a pipe there is neither progress nor colour, unless FORCE_COLOR asks for it", async () => {
  const { stdout, stderr } = await satori(["index", "--force"]);
  expect(stdout).toMatch(/^\/.+\n400 files, 400 chunks/);
  expect(stdout + stderr).not.toMatch(/[\x1b\r]|files\/s/);
  expect((await satori(["search", "check parcel"], { environment: { FORCE_COLOR: "1" } })).stdout).toMatch(
    COLOR,
  );
});

describe("what files and names hold", () => {
  const HOSTILE = "export const banner = '\x1b]0;owned\x07\x1b[2Jzebra \x9b31mred \u202etxt.exe';\n";

  test("cannot control the terminal", async () => {
    using own = createWorkspace();
    const folder = own.tree("odd", "");
    writeFile(`${folder}/evil\x1b[31m\nname.ts`, HOSTILE);
    const cli = cliIn(own, folder);
    await cli(["index"]);
    const name = "evil\x1b[31m\nname.ts";
    const commands = [
      ["search", "zebra", "--raw"],
      ["read", name],
      ["outline", name],
      ["why", name],
      ["why", "no\x1b[31m"],
      ["read", "no\x1b[31m\n"],
      ["status"],
      ["x\x1b[31m"],
    ];
    for (const { stdout, stderr } of await Promise.all(commands.map((args) => cli(args)))) {
      expect(stdout + stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
      expect(stdout + stderr).not.toBe("");
    }
    expect((await cli(["search", "zebra banner"])).stdout).toBe(
      "evil<U+001B>[31m␊name.ts:1-1  banner\n" +
        "    1  export const banner = '<U+001B>]0;owned<U+0007><U+001B>[2Jzebra <U+009B>31mred " +
        "<U+202E>txt.exe';\n",
    );
  });

  test("stays as it is for programs", async () => {
    using own = createWorkspace();
    const folder = own.tree("odd", "");
    writeFile(`${folder}/evil.ts`, HOSTILE);
    expect((await cliIn(own, folder).json("read_file", ["read", "evil.ts"])).envelope).toMatchObject({
      content: HOSTILE,
    });
  });
});

describe.skipIf(!hasTerminal)("a pager", () => {
  const PAGER =
    `"${process.execPath}" -e "process.stdin.on('data', (part) => ` +
    `process.stdout.write(String(part).replace(/^(?=.)/gm, 'paged ')))"`;

  test(
    "shows an answer that is longer than the screen, unless --no-pager, an empty PAGER or a pipe says " +
      "otherwise",
    async () => {
      const shown = async (args: readonly string[], pager = PAGER) =>
        (await satori.onTerminal(args, { environment: { PAGER: pager } })).shown;
      expect(await shown(["paths"])).toMatch(/^paged depot/);
      expect(await shown(["paths", "--no-pager"])).toMatch(/^depot/);
      expect(await shown(["paths"], "")).toMatch(/^depot/);
      expect(await shown(["paths"], "no-such-pager-here")).toMatch(/^depot/);
      expect(await shown(["paths", "--limit", "5"])).toMatch(/^depot/);
      expect((await satori(["paths"], { environment: { PAGER } })).stdout).toMatch(/^depot/);
    },
  );

  test("has no part in the exit code, nor in what is said beside the answer", async () => {
    const { output, code } = await satori.onTerminal(["paths", "--limit", "300"], { environment: { PAGER } });
    expect(code).toBe(0);
    expect(output).toMatch(/paged depot[\s\S]+\n100 more: raise --limit/);
  });
});
