/** Every command with every exit code that it can have: 0 to 3, one by one. */
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { commit } from "../support/repository.ts";
import { scriptedServer } from "../support/scripted-server.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "code",
  "//- .git/HEAD\n//- a.ts\nexport function greet(): string {\n  return name();\n}\nexport function " +
    "name(): string {\n  return 'hello';\n}\nexport class Kind {}\n",
);
workspace.tree("spare", "//- b.ts\nexport const spare = 1;\n");
const refusing = scriptedServer(workspace, { list_codebases: ["!Error: out of order"] }).line;
let satori: Cli;
beforeAll(async () => {
  satori = cliIn(workspace, root);
  commit(versions, "v1");
  writeFile(workspace.path("nobody", ".cursor", "mcp.json"), "{ broken");
  for (const folder of [[], [workspace.path("spare")]])
    expect(await satori(["index", ...folder])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

/** A repository with one commit. */
const versions = workspace.tree("versions", "//- a.ts\nexport const a = 1;\n");

/** Arguments behind the command, and what is set. */
interface Case {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}
type Row = Readonly<Record<0 | 1 | 2 | 3, Case | null>>;

const BROKEN = { SATORI_EMBEDDER: "magic" };
const UNREACHABLE = ["--server", "no-such-command-here"];
/** 3: the settings are wrong, unless something else is named. */
const row = (
  ok: readonly string[],
  notOk: Case | readonly string[] | null,
  usage: readonly string[],
  startUp: Case | null = { args: ok, environment: BROKEN },
): Row => ({
  0: { args: ok },
  1: notOk === null || "args" in notOk ? notOk : { args: notOk },
  2: { args: usage },
  3: startUp,
});

/** Whether it is a server that has ended, and has said why. */
const isSaidByServer = (command: string, code: number): boolean =>
  command === "serve" || (command === "console" && code === 2);

/** By command. Null: it cannot end so. */
const TABLE: Readonly<Record<string, Row>> = {
  search: row(["greet"], ["greet", "--path", "none"], ["greet", "--limit", "51"]),
  context: row(["greet"], ["greet", "--path", "none"], ["greet", "--max-tokens", "99"]),
  index: row([], ["none"], ["one", "two"], { args: UNREACHABLE }),
  status: row([], [workspace.folder], ["--colour"]),
  list: row([], ["--server", refusing], ["more"], { args: UNREACHABLE }),
  sync: row([], ["none"], ["one", "two"]),
  reindex: row(["--allow-unnecessary"], ["none"], ["--no-wait"], { args: UNREACHABLE }),
  clear: row([workspace.path("spare")], ["none"], ["one", "two"]),
  export: row([workspace.path("index.satori")], [workspace.path("none", "index.satori")], []),
  outline: row(["a.ts"], ["none.ts"], []),
  callers: row(["name"], ["nobody"], ["name", "--depth", "9"]),
  callees: row(["greet"], ["nobody"], [""]),
  hierarchy: row(["Kind"], ["nobody"], ["Kind", "--depth", "101"]),
  log: row(["a", "--path", versions], ["nobody", "--path", versions], []),
  unused: row([], ["none"], ["--limit", "0"]),
  read: row(["a.ts"], ["none.ts"], ["a.ts", "--start", "0"], { args: ["a.ts", ...UNREACHABLE] }),
  grep: row(["hello"], ["hello", "--path", "none"], ["hello", "--context", "99"]),
  paths: row([], ["--path", "none"], ["--lang", "klingon"]),
  diff: row(["HEAD", "--path", versions], ["nothing", "--path", versions], ["main...HEAD"]),
  impact: row(["--path", versions], ["nothing", "--path", versions], ["--depth", "11"]),
  // Whatever it is asked about, there is an explanation.
  why: row(["a.ts"], null, []),
  // These two run until they are ended; that they end with 0 then has tests of its own, here below and in
  // `console.test.ts`.
  console: {
    0: null,
    1: { args: ["none"] },
    2: { args: ["--port", "x"] },
    3: { args: [], environment: BROKEN },
  },
  serve: { 0: null, 1: null, 2: { args: ["--port", "x"] }, 3: { args: [] } },
  // It is the server: it ends when its input does, and knows no --json.
  mcp: { 0: { args: [] }, 1: null, 2: null, 3: null },
  // A client's file that cannot be edited is a wrong argument.
  setup: row(["codex"], null, ["cursor"], { args: ["codex", "--tools", "workspace"] }),
  // What would keep others from starting is what it is there to tell.
  doctor: row([], { args: [], environment: BROKEN }, ["more"], null),
  completion: row(["bash"], null, ["tcsh"], null),
  "tools list": row([], null, ["more"], null),
  "tool call": row(
    ["list_codebases"],
    ["read_file", "--args-json", JSON.stringify({ path: "none" })],
    ["list_codebases", "--args-json", "{"],
    { args: ["list_codebases", ...UNREACHABLE] },
  ),
};

test("the table has every command of the help", async () => {
  const { stdout } = await satori(["--help"]);
  const names = [...(stdout.split("\nCommands:\n")[1] ?? "").matchAll(/^ {2}([a-z]+)/gm)].map(
    ([, name]) => name,
  );
  expect(names).toEqual([...new Set(Object.keys(TABLE).map((command) => command.split(" ")[0])), "help"]);
});

describe.each(Object.entries(TABLE))("%s", (command, codes) => {
  const words = command.split(" ");
  const run = ({ args, environment = {} }: Case, ...more: string[]) =>
    satori([...words, ...args, ...more], { environment });

  test("ends with each of its codes", async () => {
    for (const code of [0, 1, 2, 3] as const) {
      const asked = codes[code];
      if (asked === null) continue;
      const ended = await run(asked);
      expect(ended.code, `${code}: ${asked.args.join(" ")}: ${ended.stderr}`).toBe(code);
      if (code === 0) expect(ended.stderr).not.toContain("error");
      // Of tool call the envelope says it, of doctor the findings as well.
      else if (command === "tool call" && code !== 3)
        expect(JSON.parse(ended.stdout)).toMatchObject({ status: "error" });
      else if (!isSaidByServer(command, code))
        expect(ended.stderr, `${code}`).toMatch(/^(?:error [A-Z_]+|not found|not indexed): .+\n$/);
    }
  });

  // Other tests read what is printed with 0. Why it ended, the server says on stderr.
  test("prints one object with --json, whatever the code", async () => {
    await Promise.all(
      ([1, 2, 3] as const).map(async (code) => {
        const asked = codes[code];
        if (asked === null) return;
        const { stdout, stderr, code: ended } = await run(asked, "--json");
        expect([ended, isSaidByServer(command, code) ? "" : stderr], asked.args.join(" ")).toEqual([
          code,
          "",
        ]);
        expect((JSON.parse(stdout) as { status: string }).status === "ok", asked.args.join(" ")).toBe(false);
      }),
    );
  });
});

test("mcp ends with 2 for what the server does not know", async () => {
  expect(await satori(["mcp", "--port", "x"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("--port"),
  });
});

test("serve ends with 0 when it is told to", async () => {
  const { child, finished } = satori.start(["serve", "--port", "0"], {
    environment: { SATORI_ALLOWED_ROOTS: root },
  });
  let said = "";
  child.stderr?.on("data", (part: string) => void (said += part));
  await until("it listens", () => said.includes("listening"));
  child.kill("SIGTERM");
  expect(await finished).toMatchObject({ code: 0 });
});

test("serve says with --json what kept the server from starting", async () => {
  const errorOf = async (...args: string[]): Promise<unknown> =>
    (
      JSON.parse(
        (await satori(["serve", "--json", ...args], { environment: { SATORI_ALLOWED_ROOTS: root } })).stdout,
      ) as { error: unknown }
    ).error;
  expect(await errorOf("--port", "x")).toMatchObject({
    code: "INVALID_ARGUMENTS",
    message: '--port is "x", but must be a number from 0 to 65535',
  });
  const taken = createServer().listen(0, "127.0.0.1");
  await until("it listens", () => taken.listening);
  const port = String((taken.address() as AddressInfo).port);
  expect(await errorOf("--port", port)).toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining(`port ${port} of 127.0.0.1 is in use`),
  });
  taken.close();
});
