/**
 * Trees that nobody writes by hand: each costs at most what is hostile in it, is counted in status, and ends
 * with exit code 0.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { BOUND, unboundBecause } from "../support/hardship.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

/** Beside whatever is hostile there is something that has to be found. */
const GOOD = "//- src/good.ts\nexport function deliverParcel(): void {}\n";
/** `SATORI_MAX_FILE_BYTES`. */
const MAX_FILE_BYTES = 1024 * 1024;

async function expectGoodFound(satori: Cli): Promise<void> {
  expect(await satori.json("search_codebase", ["search", "deliverParcel", "--limit", "1"])).toMatchObject({
    code: 0,
    envelope: { status: "ok", results: [{ file: "src/good.ts", symbolLabel: "deliverParcel" }] },
  });
}

describe("100,000 brackets within each other", () => {
  const DEPTH = 100_000;
  const BEFORE: Readonly<Record<string, string>> = {
    "a.ts": "const a = ",
    "a.tsx": "const a = ",
    "a.js": "const a = ",
    "a.py": "a = ",
    "a.c": "int a = ",
    "a.cpp": "int a = ",
    "A.java": "class A { int a = ",
    "a.go": "package a\nvar a = ",
    "a.rs": "const A: u8 = ",
    "a.rb": "a = ",
    "a.php": "<?php $a = ",
    "A.cs": "class A { int a = ",
    "a.kt": "val a = ",
    "a.swift": "let a = ",
    "a.lua": "a = ",
    "a.sh": "a=",
    "a.json": "",
    "a.md": "",
    "a.vue": "<script>\nconst a = ",
  };

  test("are indexed as text, in whatever language and however they are closed", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("deep", GOOD);
    for (const [name, before] of Object.entries(BEFORE)) {
      for (const [open, close] of ["[]", "{}", "()"].map((pair) => [...pair])) {
        const folder = `${open}${close}`;
        writeFile(
          join(root, folder, name),
          `${before}${open?.repeat(DEPTH)}${close?.repeat(DEPTH)}\n// marked ${name}\n`,
        );
        writeFile(join(root, folder, `open-${name}`), `${before}${open?.repeat(DEPTH)}`);
      }
    }
    const satori = cliIn(workspace, root);
    const files = Object.keys(BEFORE).length * 6 + 1;
    const withGrammar = Object.keys(BEFORE).length - 2;
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      code: 0,
      envelope: {
        status: "ok",
        warnings: ["FILES_SKIPPED"],
        index: { files, degradedFiles: withGrammar * 6, skipped: [] },
      },
    });
    await expectGoodFound(satori);
    expect((await satori(["status"])).stdout).toMatch(
      new RegExp(
        `indexed as plain text because their parser gave up: ${withGrammar * 6} \\(\\(\\)/.+, …\\)\n`,
      ),
    );
    expect((await satori(["why", "{}/a.py"])).stdout).toBe(
      "{}/a.py: indexed as plain text: its parser gave up, so its declarations and calls are unknown\n",
    );
    expect(await satori(["outline", "{}/a.py"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "unsupported: The parser gave up on {}/a.py: its declarations are missing or incomplete.\n",
    });
    expect((await satori(["callers", "noSuchParcel"])).stderr).toContain(
      `The parser gave up on ${withGrammar * 6} files`,
    );
    expect(
      await satori.json("search_codebase", ["search", "must:marked", "path:{}/a.py", "marked"]),
    ).toMatchObject({ code: 0, envelope: { results: [{ file: "{}/a.py" }] } });
  });
});

describe("a line as long as a file", () => {
  test("of 20 MB is left out by its size, and neither shown nor outlined without bounds", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("long", GOOD);
    writeFile(join(root, "src/huge.ts"), `export const huge = "${"parcel ".repeat(3_000_000)}";\n`);
    const satori = cliIn(workspace, root);
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      code: 0,
      envelope: {
        warnings: ["FILES_SKIPPED"],
        index: { files: 1, skipped: [{ cause: "too_large", files: 1, examples: ["src/huge.ts"] }] },
      },
    });
    const { stderr } = await satori(["grep", "nowhere"]);
    // Once, and in words of the command line.
    expect(stderr).toMatch(
      /^No match in \d+ files?\. Not searched: 1 larger than SATORI_MAX_FILE_BYTES \(src\/huge\.ts\)\. Use satori read for lines of a large file\./m,
    );
    expect(stderr).not.toContain("FILES_SKIPPED");
    await expectGoodFound(satori);
    const { envelope } = await satori.json("read_file", ["read", "src/huge.ts"]);
    expect(envelope).toMatchObject({
      status: "ok",
      truncated: true,
      warnings: ["OUTPUT_TRUNCATED"],
      totalLines: 1,
    });
    expect(envelope.status === "ok" && Buffer.byteLength(envelope.content)).toBe(LIMITS.answerMaxBytes);
    expect(await satori.json("read_file", ["read", "src/huge.ts", "--symbol", "huge"])).toMatchObject({
      code: 1,
      envelope: { status: "not_found" },
    });
    expect(await satori.json("file_outline", ["outline", "src/huge.ts"])).toMatchObject({
      code: 1,
      envelope: { status: "not_found" },
    });
    expect((await satori(["why", "src/huge.ts"])).stdout).toBe(
      "src/huge.ts: not indexed: it is larger than SATORI_MAX_FILE_BYTES\n",
    );
  });

  test("of as many bytes as a file may have is indexed and found, in answers of a sensible size", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("long", GOOD);
    const filled = (before: string, part: string, after: string): string =>
      before + part.repeat(Math.floor((MAX_FILE_BYTES - before.length - after.length) / part.length)) + after;
    const texts = {
      "src/array.ts": filled("export const parcels = [", '"parcel", ', "];\n"),
      "src/functions.js": filled("", "function parcel(){return 1}", ""),
      "src/data.json": filled('{"parcel": [', "1, ", "1]}"),
      "docs/one.md": filled("", "parcel *x* ", ""),
      "docs/one.txt": filled("", "parcel ", ""),
      "docs/word.txt": "x".repeat(MAX_FILE_BYTES),
    };
    for (const [path, text] of Object.entries(texts)) writeFile(join(root, path), text);
    const satori = cliIn(workspace, root);
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      code: 0,
      envelope: { index: { files: 7, skipped: [] } },
    });
    await expectGoodFound(satori);
    for (const args of [["--raw"], ["--group-by", "file"]]) {
      const { stdout, code } = await satori([
        "search",
        "parcel",
        "--scope",
        "mixed",
        "--limit",
        "50",
        "--json",
        ...args,
      ]);
      const envelope = parseEnvelope("search_codebase", stdout);
      expect({ code, envelope }).toMatchObject({
        code: 0,
        envelope: { results: expect.arrayContaining([expect.objectContaining({ file: "src/array.ts" })]) },
      });
      expect(envelope.warnings ?? []).toEqual(args[0] === "--raw" ? ["OUTPUT_TRUNCATED"] : []);
      expect(stdout.length).toBeLessThan(200_000);
    }
  });
});

test("folders deeper than a path can be named are counted, and end nothing", async () => {
  using workspace = createWorkspace();
  const root = workspace.tree("deep", GOOD);
  let folder = root;
  for (let depth = 1; depth <= 120; depth++) folder = join(folder, "d");
  mkdirSync(folder, { recursive: true });
  for (const depth of [99, 119])
    writeFile(join(root, ..."d".repeat(depth), "leaf.ts"), `export const leaf${depth} = ${depth};\n`);
  const satori = cliIn(workspace, root);
  const limit = Array.from("d".repeat(101)).join("/");
  expect(await satori.json("manage_index", ["index"])).toMatchObject({
    code: 0,
    envelope: {
      warnings: ["FILES_SKIPPED"],
      index: { files: 2, skipped: [{ cause: "unreadable", files: 1, examples: [limit] }] },
    },
  });
  await expectGoodFound(satori);
});

test.runIf(process.platform === "linux")(
  "what has a name that is no UTF-8 is counted, and explained by the name that is shown",
  async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("names", GOOD);
    const at = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, "latin1")]);
    mkdirSync(at("d\u00e9"));
    for (const name of ["caf\u00e9.py", "d\u00e9/a.py"]) writeFileSync(at(name), "def coffee(): pass\n");
    const satori = cliIn(workspace, root);
    const cause = "its name is not UTF-8, or equals another one after Unicode normalization";
    const said = async (path: string): Promise<string> => (await satori(["why", path])).stdout;
    expect(await said("caf\ufffd.py")).toBe(
      `caf\ufffd.py: not indexed: ${cause}\n  ${root} has no index yet\n`,
    );
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      envelope: {
        index: { skipped: [{ cause: "invalid_name", files: 2, examples: ["caf\ufffd.py", "d\ufffd"] }] },
      },
    });
    for (const path of ["caf\ufffd.py", "d\ufffd", "d\ufffd/a.py"])
      expect(await said(path)).toBe(`${path}: not indexed: ${cause}\n`);
    expect(await said("th\ufffd.py")).toBe(
      "th\ufffd.py: would be indexed\n  no such file or folder on the disk\n",
    );
  },
);

describe("files that are no UTF-8 text", () => {
  const TREE: Readonly<Record<string, string | Uint8Array>> = {
    "utf16le.ts": Buffer.from("\ufeffexport const wideParcel = 1;\n", "utf16le"),
    "utf16be.ts": Buffer.from("\ufeffexport const bigParcel = 1;\n", "utf16le").swap16(),
    "utf8bom.ts": "\ufeffexport const markedParcel = 1;\n",
    "latin1.ts": Buffer.from(
      "// Gr\u00fc\u00dfe aus K\u00f6ln, wo Pakete ankommen\nexport const oldParcel = 1;\n",
      "latin1",
    ),
    "program.ts": Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3),
    "noise.ts": Uint8Array.from({ length: 4_096 }, (_, at) => ((at * 151 + 89) % 255) + 1),
    "half.ts": Buffer.concat([Buffer.from("\ufeffa", "utf16le"), Uint8Array.of(0x00, 0xd8, 0x41, 0x00)]),
  };

  test("are read where that is possible, and counted with a warning where it is not", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("bytes", GOOD);
    for (const [name, bytes] of Object.entries(TREE)) writeFile(join(root, name), bytes);
    const satori = cliIn(workspace, root);
    const skipped = [
      { cause: "binary", files: 1, examples: ["program.ts"] },
      { cause: "encoding", files: 2, examples: ["half.ts", "noise.ts"] },
    ];
    expect(await satori.json("manage_index", ["index"])).toMatchObject({
      code: 0,
      envelope: { warnings: ["FILES_SKIPPED"], index: { files: 5, skipped } },
    });
    for (const [symbol, file] of [
      ["wideParcel", "utf16le.ts"],
      ["bigParcel", "utf16be.ts"],
      ["markedParcel", "utf8bom.ts"],
      ["oldParcel", "latin1.ts"],
    ]) {
      expect(
        (await satori.json("search_codebase", ["search", symbol ?? "", "--limit", "1"])).envelope,
        file,
      ).toMatchObject({ results: [{ file, symbolLabel: symbol }] });
    }
    expect((await satori.json("read_file", ["read", "latin1.ts:1-1"])).envelope).toMatchObject({
      encoding: "latin-1",
      content: "// Gr\u00fc\u00dfe aus K\u00f6ln, wo Pakete ankommen\n",
    });
    for (const name of ["program.ts", "noise.ts"])
      expect(await satori(["read", name])).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^error FILE_NOT_TEXT: /),
      });
    const { stdout, stderr } = await satori(["status"]);
    expect(stdout).toMatch(
      /LEFT OUT +FILES +FOR EXAMPLE\nbinary +1 +program\.ts\nencoding +2 +half\.ts, noise\.ts\n$/,
    );
    expect(stderr).toBe("`satori why <path>` explains why a file was left out\n");
  });

  test.skipIf(unboundBecause !== "")(
    "are counted when nobody may read them, and so are folders; what was known of them " +
      `stays${unboundBecause}`,
    async () => {
      using workspace = createWorkspace();
      const root = workspace.tree(
        "locked",
        `${GOOD}//- a.ts\nexport const lockedFile = 1;\n//- folder/b.ts\nexport const lockedFolder = 1;\n`,
      );
      const satori = cliIn(workspace, root);
      const under = BOUND;
      const locked = ["a.ts", "folder"].map((name) => join(root, name));
      const skipped = [{ cause: "unreadable", files: 2, examples: ["a.ts", "folder"] }];
      for (const path of locked) chmodSync(path, 0);
      expect(await satori.json("manage_index", ["index"], { under })).toMatchObject({
        code: 0,
        envelope: { status: "ok", warnings: ["FILES_SKIPPED"], index: { files: 1, skipped } },
      });
      for (const path of locked) chmodSync(path, 0o755);
      expect((await satori.json("manage_index", ["sync"], { under })).envelope).toMatchObject({
        stats: { added: 2, removed: 0, modified: 0 },
      });

      for (const path of locked) chmodSync(path, 0);
      writeFile(join(root, "src/more.ts"), "export const more = 1;\n");
      expect((await satori.json("manage_index", ["sync"], { under })).envelope).toMatchObject({
        warnings: ["PARTIAL_SCAN"],
        stats: { added: 1, removed: 0, modified: 0 },
      });
      expect(
        (await satori.json("search_codebase", ["search", "lockedFolder", "--limit", "1"], { under }))
          .envelope,
      ).toMatchObject({ warnings: ["PARTIAL_SCAN"], results: [{ file: "folder/b.ts" }] });
      expect(await satori(["read", "a.ts"], { under })).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^error PATH_UNREADABLE: /),
      });
      for (const path of locked) chmodSync(path, 0o755);
    },
  );

  test.runIf(process.platform === "linux")(
    "are told from one whose name is the same once both are normalised",
    async () => {
      using workspace = createWorkspace();
      const root = workspace.tree("spelled", GOOD);
      const [composed, parted] = ["caf\u00e9.ts", "cafe\u0301.ts"] as const;
      for (const name of [composed, parted]) writeFile(join(root, name), "export const spelled = 1;\n");
      const satori = cliIn(workspace, root);
      await satori(["index"]);
      expect((await satori(["why", composed])).stdout).toBe(`${composed}: indexed, without syntax errors\n`);
      expect((await satori(["why", parted])).stdout).toBe(
        `${parted}: not indexed: its name is not UTF-8, or equals another one after Unicode ` +
          "normalization\n",
      );
    },
  );

  test("are counted where they lie too deep, and every answer says so", async () => {
    using workspace = createWorkspace();
    const folder = Array.from({ length: 101 }, () => "n").join("/");
    const root = workspace.tree("deep", `${GOOD}//- ${folder}/x.ts\nexport const tooDeep = 1;\n`);
    const satori = cliIn(workspace, root);
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({
      warnings: ["FILES_SKIPPED"],
      index: { skipped: [{ cause: "unreadable", files: 1, examples: [folder] }] },
    });
    expect((await satori.json("manage_index", ["sync"])).envelope).toMatchObject({
      warnings: ["PARTIAL_SCAN"],
    });
    expect((await satori.json("search_codebase", ["search", "tooDeep"])).envelope.warnings).toContain(
      "PARTIAL_SCAN",
    );
    expect((await satori.json("list_paths", ["paths"])).envelope.warnings).toEqual(["PARTIAL_SCAN"]);
    expect((await satori(["grep", "tooDeep"])).stderr).toContain(`Not searched: 1 unreadable (${folder})`);
    expect((await satori(["why", `${folder}/x.ts`])).stdout).toBe(
      `${folder}/x.ts: not indexed: it cannot be read\n  note: It is nested in more than 100 ` +
        "folders, the limit of a scan.\n",
    );
  });

  test.skipIf(unboundBecause !== "")(
    `are not added where an ignore file cannot be read, and it is said which${unboundBecause}`,
    async () => {
      using workspace = createWorkspace();
      const root = workspace.tree(
        "untold",
        `${GOOD}//- lib/.gitignore\nhidden.ts\n//- lib/hidden.ts\nexport const hiddenThing = 1;\n`,
      );
      const satori = cliIn(workspace, root);
      const under = BOUND;
      chmodSync(join(root, "lib/.gitignore"), 0);
      expect(await satori.json("manage_index", ["index"], { under })).toMatchObject({
        code: 0,
        envelope: {
          warnings: ["FILES_SKIPPED"],
          index: { files: 1, skipped: [{ cause: "unreadable", files: 1, examples: ["lib"] }] },
        },
      });
      expect((await satori.json("manage_index", ["sync"], { under })).envelope).toMatchObject({
        warnings: ["PARTIAL_SCAN"],
        stats: { added: 0 },
      });
      expect(await satori(["grep", "hiddenThing"], { under })).toMatchObject({
        code: 0,
        stdout: "",
        stderr: expect.stringContaining("Not searched: 1 unreadable (lib)"),
      });
      expect((await satori(["why", "lib/hidden.ts"], { under })).stdout).toBe(
        "lib/hidden.ts: not indexed: it cannot be read\n  note: lib/.gitignore cannot be read " +
          "(EACCES): its rules are unknown, so nothing is scanned where they apply.\n",
      );
      expect((await satori(["why", "lib"], { under })).stdout).toMatch(
        /^lib: not indexed: it cannot be read\n/,
      );
      chmodSync(join(root, "lib/.gitignore"), 0o644);

      writeFile(join(root, ".gitignore"), "lib/\n");
      chmodSync(join(root, ".gitignore"), 0);
      expect(await satori(["sync"], { under })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^error PATH_UNREADABLE: \.gitignore cannot be read \(EACCES\): /),
      });
      expect((await satori.json("manage_index", ["status"], { under })).envelope).toMatchObject({
        warnings: ["FILES_SKIPPED", "INDEX_MAY_BE_BEHIND"],
      });
      chmodSync(join(root, ".gitignore"), 0o644);
    },
  );
});
