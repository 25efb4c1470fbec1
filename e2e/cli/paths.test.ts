/** Folders and names as they come: wrong ones, refused ones, odd ones, and links. */
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { BOUND, unboundBecause } from "../support/hardship.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

describe("a folder that cannot be indexed", () => {
  test("is one that does not exist, or a file", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("code", "//- a.ts\nexport const a = 1;");
    const satori = cliIn(workspace, root);
    const check = async (args: readonly string[], error: string): Promise<void> => {
      expect(await satori(args), args.join(" ")).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(new RegExp(`^error ${error}: ${root}/\\S+ `)),
      });
    };
    await Promise.all([
      check(["index", "none"], "PATH_NOT_FOUND"),
      check(["index", "a.ts"], "PATH_NOT_A_DIRECTORY"),
      check(["status", "a.ts"], "PATH_NOT_A_DIRECTORY"),
      check(["clear", "a.ts"], "PATH_NOT_A_DIRECTORY"),
      check(["search", "a", "--path", "none"], "PATH_NOT_FOUND"),
      check(["search", "a", "--path", "a.ts"], "PATH_NOT_A_DIRECTORY"),
      check(["search", "a", "--path", "a.ts/b"], "PATH_NOT_FOUND"),
      check(["search", "a", "--path", "n".repeat(300)], "PATH_NOT_FOUND"),
      check(["read", "none.ts"], "PATH_NOT_FOUND"),
      check(["read", "../code/a.ts/b"], "PATH_NOT_FOUND"),
    ]);
    expect((await satori(["grep", "a", ".."])).stderr).toMatch(
      /^error PATH_OUTSIDE_ROOTS: .+ otherwise index its folder first, or on the command line pass it with `--path`\.\n$/,
    );
    expect((await satori(["callers", "a.ts"])).stderr).toMatch(
      /^not found: .+ It is a file: use FILE:NAME or FILE:LINE for one of its symbols\. List its symbols with satori outline a\.ts\.\n$/,
    );
    for (const command of ["outline", "callers"])
      expect((await satori([command, `${"n".repeat(5_000)}:1`])).stderr, command).toMatch(
        /^(?:error INVALID_ARGUMENTS|not found): /,
      );
    expect((await satori(["why", "a.ts/b"])).stdout).toMatch(/no such file or folder/);
    expect(await satori(["read", "."])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error PATH_NOT_A_FILE: "),
    });
  });

  test.skipIf(unboundBecause !== "")(`is one that cannot be read${unboundBecause}`, async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("code", "//- a.ts\nexport const a = 1;");
    chmodSync(root, 0);
    expect(await cliIn(workspace, workspace.folder)(["index", "code"], { under: BOUND })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error (?:PATH_UNREADABLE|INDEX_FAILED): .*cannot be read/),
    });
    chmodSync(root, 0o755);
  });

  test("is the file system's root, or the home folder unless that is forced", async () => {
    using workspace = createWorkspace();
    const home = workspace.tree("person", "//- notes.md\n# Notes\n\nAbout parcels.");
    const satori = cliIn(workspace, home);
    const environment = { HOME: home };
    for (const [folder, ...args] of [
      [home, "index"],
      [home, "search", "parcels"],
      ["/", "index", "/"],
      ["/", "search", "x", "--path", "/"],
      ["/", "reindex", "/"],
    ] as const) {
      expect(await satori(args, { environment }), args.join(" ")).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^error PATH_REFUSED: .+\.\n$/),
      });
      expect((await satori(args, { environment })).stderr, args.join(" ")).toContain(
        `run \`satori index --force ${folder}\`.`,
      );
    }
    expect(await satori(["index", "--force"], { environment })).toMatchObject({ code: 0 });
    expect(await satori(["search", "parcels", "--scope", "docs"], { environment })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("notes.md:"),
    });
  });

  test("unasked is one above projects that are indexed, unless it is a repository", async () => {
    using workspace = createWorkspace();
    const folder = workspace.tree(
      "src",
      "//- shop/a.ts\nexport const parcel = 1;\n//- bank/b.ts\nexport const account = 2;",
    );
    const satori = cliIn(workspace, folder);
    expect(await satori(["index", "shop"])).toMatchObject({ code: 0 });
    for (const args of [
      ["search", "account"],
      ["callers", "account"],
      ["outline", "bank/b.ts"],
      ["read", "--symbol", "account"],
    ]) {
      expect(await satori(args), args.join(" ")).toMatchObject({
        code: 1,
        stdout: "",
        stderr:
          `not indexed: ${folder} has no complete index, but these folders below it do: ` +
          `${join(folder, "shop")}. Pass one of them as the path, or run satori index ${folder}, then ` +
          "call again.\n",
      });
    }
    writeFile(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
    expect(await satori(["search", "account"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("bank/b.ts:"),
    });
  });

  test("is not a project below a home folder that is kept in git", async () => {
    using workspace = createWorkspace();
    const home = workspace.tree(
      "person",
      "//- .git/HEAD\nref: refs/heads/main\n//- shop/a.ts\nexport const a = 1;",
    );
    const satori = cliIn(workspace, join(home, "shop"));
    expect(
      (await satori.json("manage_index", ["index"], { environment: { HOME: home } })).envelope,
    ).toMatchObject({ status: "ok", path: join(home, "shop") });
  });
});

test("an empty folder is indexed, and answers that there is nothing", async () => {
  using workspace = createWorkspace();
  const satori = cliIn(workspace, workspace.tree("empty", ""));
  expect(await satori(["index"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("\n0 files, 0 chunks"),
  });
  expect(await satori(["search", "anything"])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^no results for: anything\. The index has no files\.$/m),
  });
});

test("a file that declares nothing has an outline that says so", async () => {
  using workspace = createWorkspace();
  const satori = cliIn(
    workspace,
    workspace.tree("bare", "//- a.ts\nstart();\n\nexport function stop() {}\n//- b.ts\nstart();\n"),
  );
  expect(await satori(["outline", "b.ts"])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^b\.ts has no declarations$/m),
  });
  expect(await satori(["outline", "a.ts:1"])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^a\.ts has no declarations on these lines$/m),
  });
});

describe("odd names", () => {
  const NAMES = [
    "two\nlines.ts",
    "quo'te\".ts",
    "$(echo hi) `x`.ts",
    "-dash.ts",
    "emoji 👩‍👩‍👧.ts",
    "cafe\u0301.ts",
    "日本語.ts",
    "semi;colon:12-30.ts",
    " blank .ts",
    "back\\slash.ts",
  ];

  test("are indexed, shown on one line each, and read", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("odd", "");
    for (const [at, name] of NAMES.entries())
      writeFile(join(root, name), `export const parcel${at} = ${at};\n`);
    const satori = cliIn(workspace, root);
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({
      index: { files: NAMES.length },
    });
    const { stdout } = await satori(["search", "parcel", "--limit", "50"]);
    const shown = stdout
      .split("\n")
      .filter((line) => / {2}parcel\d+$/.test(line))
      .map((line) => line.replace(/:1-1 {2}parcel\d+$/, ""));
    // What begins with a dash is shown as other programs take it, too.
    expect(shown.sort()).toEqual(
      NAMES.map((name) => name.replace("\n", "␊").replace(/^-/, "./-").normalize("NFC")).sort(),
    );
    const read = await Promise.all(NAMES.map((name) => satori(["read", "--", name])));
    expect(read.map((finished) => finished.stdout)).toEqual(
      NAMES.map((_, at) => `export const parcel${at} = ${at};\n`),
    );
  });

  test("are found by their outline, whichever way an accent is spelled", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("odd", "");
    writeFile(join(root, "cafe\u0301.ts"), "export const menu = 1;\n");
    const satori = cliIn(workspace, root);
    for (const spelled of ["cafe\u0301.ts", "caf\u00e9.ts"])
      expect((await satori(["outline", spelled])).stdout, spelled).toMatch(/^\w+ menu {2}1-1\n$/);
  });
});

describe("a file of another folder", () => {
  test("is no reason to index all that lies beside it, unless that is a repository", async () => {
    using workspace = createWorkspace();
    const beside = workspace.tree(
      "beside",
      "//- a.ts\nexport function open(): void {}\n//- secret.ts\nexport const secret = 1;",
    );
    const repository = workspace.tree(
      "repository",
      "//- a.ts\nexport function open(): void {}\n//- .git/HEAD\nref: refs/heads/main\n",
    );
    const satori = cliIn(workspace, workspace.tree("code", "//- b.ts\nexport const b = 1;"));
    for (const args of [
      ["outline", join(beside, "a.ts")],
      ["callers", `${join(beside, "a.ts")}:1`],
      ["callers", `${join(beside, "a.ts")}:open`],
    ]) {
      expect(await satori(args), args[0]).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(`not indexed: `),
      });
    }
    expect((await satori.json("list_codebases", ["list"])).envelope).toMatchObject({
      codebases: { ready: [] },
    });
    expect(await satori(["outline", join(repository, "a.ts")])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("open"),
    });
    // Nor is it one to index the folder above that holds it.
    for (const args of [
      ["outline", "repository/a.ts"],
      ["callers", "repository/a.ts:open"],
      ["read", "repository/a.ts", "--annotated"],
    ])
      expect(await satori(args, { cwd: workspace.folder }), args[0]).toMatchObject({ code: 0 });
    expect((await satori.json("list_codebases", ["list"])).envelope).toMatchObject({
      codebases: { ready: [{ path: repository }] },
    });
    // Once somebody has asked for it, it is as any other.
    await satori(["index", beside]);
    expect(await satori(["outline", join(beside, "a.ts")])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("open"),
    });
  });
});

describe("links", () => {
  test("are not followed: neither round in circles nor out of the folder", async () => {
    using workspace = createWorkspace();
    const outside = workspace.tree("outside", "//- secret.ts\nexport const secret = 1;");
    const root = workspace.tree("code", "//- src/a.ts\nexport const open = 1;");
    symlinkSync(root, join(root, "src/loop"));
    symlinkSync(outside, join(root, "out"));
    symlinkSync(join(outside, "secret.ts"), join(root, "secret.ts"));
    symlinkSync(join(root, "none"), join(root, "broken.ts"));
    const satori = cliIn(workspace, root);
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({ index: { files: 1 } });
    expect(await satori(["read", "secret.ts"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("error PATH_OUTSIDE_ROOTS: "),
    });
    expect(await satori(["read", "out/secret.ts"])).toMatchObject({ code: 1, stdout: "" });
    expect((await satori(["why", "secret.ts"])).stdout).toBe(
      "secret.ts: not indexed: symbolic links are not followed\n  it leads out of the codebase\n",
    );
  });

  test("to a folder stand for it", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("code", "//- src/a.ts\nexport const open = 1;");
    symlinkSync(root, workspace.path("link"));
    const satori = cliIn(workspace, workspace.folder);
    expect((await satori.json("manage_index", ["index", "link"])).envelope).toMatchObject({
      path: workspace.path("link"),
      effectiveRoot: root,
    });
    expect(
      (await satori.json("search_codebase", ["search", "open", "--path", "link/src"])).envelope,
    ).toMatchObject({ effectiveRoot: root, results: [{ file: "src/a.ts" }] });
    expect((await satori(["outline", "link/src/a.ts"])).stdout).toMatch(/ open {2}1-1\n$/);
  });
});

describe("SATORI_HOME", () => {
  test("that cannot be written is an answer, not a crash", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("code", "//- a.ts\nexport const a = 1;");
    // Stands where the folder of indexes would have to be made.
    writeFile(workspace.path("blocked/indexes"), "");
    const { stderr, code } = await cliIn(workspace, root)(["search", "a"], {
      environment: { SATORI_HOME: workspace.path("blocked") },
    });
    expect({ stderr, code }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error STORE_UNAVAILABLE: .+\n$/),
    });
  });
});
