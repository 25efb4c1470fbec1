/** Commands about folders: their outline, an index of one that contains codebases, and what a server serves. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace } from "../support/workspace.ts";

const REPOSITORY = "//- .git/HEAD\nref: refs/heads/main\n";
const SHOP = `${REPOSITORY}//- src/cart.ts
export class Cart {
  total(): number {
    return 1;
  }
}
export function emptyCart(): Cart {
  return new Cart();
}
//- src/notes.txt
no outline
//- src/api/routes.ts
export const routes = [];
//- README.md
# Shop
`;
const DEPOT = `${REPOSITORY}//- depot.ts\nexport const depot = 1;\n`;

describe("the outline of a folder", () => {
  const workspace = createWorkspace();
  let satori: Cli;
  beforeAll(async () => {
    satori = cliIn(workspace, workspace.tree("shop", SHOP));
    expect(await satori(["index"])).toMatchObject({ code: 0 });
  });
  afterAll(() => workspace[Symbol.dispose]());

  test("has a line for each file, then for each subfolder, and says what comes next", async () => {
    expect(await satori(["outline", "src"])).toEqual(
      expect.objectContaining({
        code: 0,
        stdout:
          "src/cart.ts     3 symbols  class Cart, function emptyCart\n" +
          "src/notes.txt  no outline\n" +
          "src/api/           1 file\n",
        stderr: "satori outline src/cart.ts shows more\n",
      }),
    );
    const { stdout } = await satori(["outline", "src", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      command: "outline",
      status: "ok",
      totalFiles: 2,
      truncated: false,
      files: [
        {
          file: "cart.ts",
          symbols: 3,
          declarations: [
            { kind: "class", name: "Cart" },
            { kind: "function", name: "emptyCart" },
          ],
        },
        { file: "notes.txt", symbols: null, declarations: [] },
      ],
      folders: [{ folder: "api", files: 1 }],
    });
  });

  test("is bounded, and checks its bound", async () => {
    expect(await satori(["outline", "src", "--limit", "1"])).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining("notes.txt"),
      stderr: expect.stringContaining("1 more file: raise --limit (up to 500); satori paths src lists all\n"),
    });
    expect(await satori(["outline", "src", "--limit", "0"])).toMatchObject({ code: 2 });
  });

  test.skipIf(!hasTerminal)("fits a narrow terminal", async () => {
    const { shown } = await satori.onTerminal(["outline", "src", "--no-color"], { columns: 40 });
    for (const line of shown.split("\n")) expect(line.length).toBeLessThanOrEqual(40);
    expect(shown).toContain("src/cart.ts");
  });
});

describe("an index of a folder that contains indexed repositories", () => {
  /** A folder above two indexed repositories. */
  async function above() {
    const workspace = createWorkspace();
    for (const name of ["shop", "depot"]) {
      const root = workspace.tree(`src/${name}`, name === "shop" ? SHOP : DEPOT);
      expect(await cliIn(workspace, root)(["index"])).toMatchObject({ code: 0 });
    }
    const folder = workspace.path("src");
    return { folder, satori: cliIn(workspace, folder), [Symbol.dispose]: () => workspace[Symbol.dispose]() };
  }
  const roots = async (satori: Cli): Promise<number> => {
    const { envelope } = await satori.json("list_codebases", ["list"]);
    return envelope.status === "ok" ? envelope.codebases.ready.length : 0;
  };

  test("is refused in a pipe and with --json, with what it would mean and how to go on", async () => {
    using own = await above();
    const { satori, folder } = own;
    expect(await satori(["index"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        new RegExp(
          `^error PATH_REFUSED: ${folder} contains 2 indexed codebases: ${folder}/depot, ${folder}/shop\\. ` +
            "Their files would be indexed a second time; .+ run satori index \\S+ --yes",
        ),
      ),
    });
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({
      status: "error",
      error: { code: "PATH_REFUSED" },
    });
    expect(await roots(satori)).toBe(2);
    expect(await satori(["index", "--yes"])).toMatchObject({ code: 0 });
    expect(await roots(satori)).toBe(3);
    // It is a codebase from now on.
    expect(await satori(["index"])).toMatchObject({ code: 0 });
  });

  test.skipIf(!hasTerminal)("is made on a terminal if the answer is yes", async () => {
    using own = await above();
    const { satori } = own;
    const question = "Index the whole folder as one? [y/N]";
    const no = await satori.onTerminal(["index"], { press: { when: question, keys: "\n" } });
    expect(no).toMatchObject({ code: 1, output: expect.stringContaining("nothing was indexed") });
    const stopped = await satori.onTerminal(["index"], { press: { when: question, keys: "\x03" } });
    expect(stopped.code).toBe(130);
    expect(await roots(satori)).toBe(2);
    const yes = await satori.onTerminal(["index"], { press: { when: question, keys: "y\n" } });
    expect(yes).toMatchObject({ code: 0, output: expect.stringContaining("contains 2 indexed codebases") });
    expect(await roots(satori)).toBe(3);
  });
});

describe("serve", () => {
  test("serves the folders it is given, and nothing else", async () => {
    using workspace = createWorkspace();
    const shop = workspace.tree("shop", SHOP);
    const depot = workspace.tree("depot", DEPOT);
    const satori = cliIn(workspace, workspace.folder);
    for (const root of [shop, depot]) expect(await satori(["index", root])).toMatchObject({ code: 0 });
    const { child, finished } = satori.start(["serve", "shop", "--port", "0"], {
      environment: { SATORI_ALLOWED_ROOTS: depot },
    });
    let said = "";
    child.stderr?.on("data", (part: string) => void (said += part));
    await until("it listens", () => said.includes("listening"));
    const url = /http:\S+\/mcp/.exec(said)?.[0] ?? "";
    const { envelope } = await satori.json("list_codebases", ["list", "--server", url]);
    expect(envelope).toMatchObject({ codebases: { ready: [{ path: shop }] } });
    child.kill("SIGTERM");
    expect(await finished).toMatchObject({ code: 0 });
    expect(await satori(["serve", "none"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error PATH_NOT_FOUND: "),
    });
  });
});
