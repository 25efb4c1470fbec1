/**
 * Whoever asks for what lies outside of the known roots gets none of it, by no path, link, device or race.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const SECRET = "hunter2-of-another-project";
const workspace = createWorkspace();
const root = workspace.tree(
  "project",
  "//- src/a.ts\nexport const ours = 1;\n//- src/deep/b.ts\nexport const deep = 2;\n//- notes.txt\nours\n",
);
const outside = workspace.tree(
  "outside",
  `//- secret.ts\nexport const secret = "${SECRET}";\n//- src/a.ts\nexport const swapped = "${SECRET}";\n`,
);
workspace.tree("project-evil", `//- secret.ts\nexport const secret = "${SECRET}";\n`);
const socket = createServer();
let server: McpProcess;

beforeAll(async () => {
  symlinkSync(join(outside, "secret.ts"), join(root, "file-link.ts"));
  symlinkSync(outside, join(root, "folder-link"));
  symlinkSync("folder-link/secret.ts", join(root, "link-to-link.ts"));
  symlinkSync("../outside/secret.ts", join(root, "relative-link.ts"));
  symlinkSync(join(outside, "nothing.ts"), join(root, "dangling.ts"));
  symlinkSync("loop.ts", join(root, "loop.ts"));
  symlinkSync("/proc/self/environ", join(root, "environment"));
  symlinkSync("/dev/zero", join(root, "zeros"));
  symlinkSync("src", join(root, "inner-link"));
  linkSync(join(root, "src/a.ts"), join(root, "hard-link.ts"));
  mkdirSync(join(root, "empty"));
  spawnSync("mkfifo", [join(root, "pipe")]);
  await new Promise<void>((resolve) => socket.listen(join(root, "socket"), resolve));
  writeFile(join(root, "program.bin"), Uint8Array.of(0x7f, 0x45, 0, 1));
  server = await startMcp(workspace, { cwd: root, environment: { SECRET_OF_THE_ENVIRONMENT: SECRET } });
  await server.call("manage_index", { action: "create", path: root });
  expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  socket.close();
  workspace[Symbol.dispose]();
});

/** Paths relative to the root unless absolute, and the code that they are refused with. */
const REFUSED: readonly (readonly [what: string, path: string, code: string])[] = [
  ["a way out", "../outside/secret.ts", "PATH_OUTSIDE_ROOTS"],
  ["a way out from deep inside", "src/deep/../../../outside/secret.ts", "PATH_OUTSIDE_ROOTS"],
  ["a way out through what is not there", "nothing/../../outside/secret.ts", "PATH_OUTSIDE_ROOTS"],
  ["a way out past the top", "../../../../../../../../../../../../etc/passwd", "PATH_OUTSIDE_ROOTS"],
  ["an absolute path", join(outside, "secret.ts"), "PATH_OUTSIDE_ROOTS"],
  ["a file of the system", "/etc/passwd", "PATH_OUTSIDE_ROOTS"],
  ["the server's own environment", "/proc/self/environ", "PATH_OUTSIDE_ROOTS"],
  ["its working folder by another name", "/proc/self/cwd/../outside/secret.ts", "PATH_OUTSIDE_ROOTS"],
  ["a folder whose name begins alike", `${root}-evil/secret.ts`, "PATH_OUTSIDE_ROOTS"],
  ["a link", "file-link.ts", "PATH_OUTSIDE_ROOTS"],
  ["a relative link", "relative-link.ts", "PATH_OUTSIDE_ROOTS"],
  ["a file below a link", "folder-link/secret.ts", "PATH_OUTSIDE_ROOTS"],
  ["a link to a link", "link-to-link.ts", "PATH_OUTSIDE_ROOTS"],
  ["a way back in through a link out", "folder-link/../project/notes.md", "PATH_NOT_FOUND"],
  ["a link to nothing outside", "dangling.ts", "PATH_OUTSIDE_ROOTS"],
  ["a link to itself", "loop.ts", "PATH_OUTSIDE_ROOTS"],
  ["a link to the environment", "environment", "PATH_OUTSIDE_ROOTS"],
  ["a link to a device", "zeros", "PATH_OUTSIDE_ROOTS"],
  ["a device", "/dev/zero", "PATH_OUTSIDE_ROOTS"],
  ["a pipe without a writer", "pipe", "PATH_NOT_A_FILE"],
  ["a socket", "socket", "PATH_UNREADABLE"],
  ["a folder", "src", "PATH_NOT_A_FILE"],
  ["a file as if it were a folder", "src/a.ts/secret.ts", "PATH_NOT_FOUND"],
  ["a name with a NUL byte", "src/a.ts\0.txt", "PATH_NOT_FOUND"],
  ["a way out behind a NUL byte", "\0/../../outside/secret.ts", "PATH_OUTSIDE_ROOTS"],
  ["a name that is too long", `src/${"a".repeat(300)}`, "PATH_NOT_FOUND"],
  ["a path that is too long", "src/".repeat(1_020), "PATH_NOT_FOUND"],
  ["a way out that is too long", `${"../".repeat(1_360)}etc/passwd`, "PATH_OUTSIDE_ROOTS"],
  ["an escaped way out", "%2e%2e/outside/secret.ts", "PATH_NOT_FOUND"],
  ["a URL", `file://${outside}/secret.ts`, "PATH_NOT_FOUND"],
  ["a home folder", "~/.ssh/id_rsa", "PATH_NOT_FOUND"],
  ["bytes that are no text", "program.bin", "FILE_NOT_TEXT"],
];
const SHOWN: readonly (readonly [what: string, path: string, content: string])[] = [
  ["a way out that comes back", "../project/src/a.ts", "export const ours = 1;\n"],
  ["doubled separators", "src//.///a.ts", "export const ours = 1;\n"],
  ["a link within", "inner-link/a.ts", "export const ours = 1;\n"],
  ["another name of a file", "hard-link.ts", "export const ours = 1;\n"],
];
/** The answers of the server are those of the command line, which starts anew for each: one of each kind. */
const REFUSED_BY_COMMAND: readonly string[] = [
  "a way out",
  "a folder whose name begins alike",
  "a link",
  "a pipe without a writer",
  "a file as if it were a folder",
  "an escaped way out",
  "bytes that are no text",
];
const isCaseKept = !existsSync(join(root, "SRC/A.TS"));

describe.skipIf(process.platform === "win32")("read_file", () => {
  test.each(REFUSED)("refuses %s", async (_, path, code) => {
    for (const args of [
      {},
      { mode: "annotated" },
      { open_symbol: "secret" },
      { start_line: 1, end_line: 1 },
    ]) {
      // A folder is where a symbol may be looked for.
      if (path === "src" && "open_symbol" in args) continue;
      const answer = await server.call("read_file", { path, ...args });
      expect(answer, JSON.stringify(args)).toMatchObject({ status: "error", error: { code } });
      expect(JSON.stringify(answer)).not.toContain(SECRET);
    }
  });

  test.each(SHOWN)("shows %s", async (_, path, content) =>
    expect(await server.call("read_file", { path })).toMatchObject({ status: "ok", content }),
  );

  test.skipIf(!isCaseKept)("takes names as they are written", async () =>
    expect(await server.call("read_file", { path: "SRC/A.TS" })).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    }),
  );

  test("shows nothing of the indexes, though they lie below a root", async () => {
    await using wide = await startMcp(workspace, { cwd: workspace.folder });
    const { stdout } = spawnSync("find", [workspace.home, "-type", "f"], { encoding: "utf8" });
    const files = stdout.split("\n").filter((path) => path.includes("/indexes/"));
    expect(files.length).toBeGreaterThan(2);
    for (const path of files)
      expect(await wide.call("read_file", { path }), path).toMatchObject({
        error: { code: "PATH_OUTSIDE_ROOTS" },
      });
  });

  test("is as strict on the command line", async () => {
    const satori = cliIn(workspace, root);
    const refused = REFUSED.filter(([what]) => REFUSED_BY_COMMAND.includes(what));
    expect(refused).toHaveLength(REFUSED_BY_COMMAND.length);
    for (const [what, path, code] of refused) {
      const { envelope, code: exit } = await satori.json("read_file", [
        "tool",
        "call",
        "read_file",
        "--args-json",
        JSON.stringify({ path }),
      ]);
      expect([envelope, exit], what).toMatchObject([{ status: "error", error: { code } }, 1]);
    }
  });
});

describe.skipIf(process.platform === "win32")("file_outline and call_graph", () => {
  test.each(REFUSED.filter(([, path]) => path !== "src"))("know nothing of %s", async (_, path) => {
    const outline = await server.call("file_outline", { path: root, file: path });
    const graph = await server.call("call_graph", {
      path: root,
      symbolRef: { file: path, symbolId: "sym_0123456789abcdef", symbolLabel: "secret" },
    });
    expect([outline.status, graph.status]).toEqual(["not_found", "not_found"]);
    expect(JSON.stringify([outline, graph])).not.toContain(SECRET);
  });
});

describe.skipIf(process.platform === "win32")("a link that comes and goes", () => {
  /** Swaps a folder for a link and back until it is killed. */
  const SWAP = `
    const { renameSync } = require("node:fs");
    for (;;) { renameSync("swapped", "kept"); renameSync("link", "swapped"); renameSync("swapped", "link"); renameSync("kept", "swapped"); }
  `;
  const READS = 400;
  const MOST_READS = 20_000;

  test.each([
    ["in the place of a folder", "swapped/a.ts", "src", outside],
    ["in the place of a file", "swapped", "src/a.ts", join(outside, "secret.ts")],
  ])("%s never shows what it leads to", async (_, path, own, other) => {
    const place = workspace.tree(path.replace("/", "-"), "//- src/a.ts\nexport const ours = 1;\n");
    spawnSync("cp", ["-r", join(place, own), join(place, "swapped")]);
    symlinkSync(path.includes("/") ? join(other, "src") : other, join(place, "link"));
    const swapping = spawn(process.execPath, ["-e", SWAP], { cwd: place });
    const ended = new Promise((resolve) => swapping.on("close", resolve));
    await using reader = await startMcp(workspace, { cwd: place });
    const seen = new Map<string, number>();
    try {
      for (let reads = 0; reads < MOST_READS && (reads < READS || seen.size < 2); reads++) {
        const answer = await reader.call("read_file", { path });
        const outcome =
          answer.status === "ok"
            ? answer.content
            : answer.status === "error"
              ? answer.error.code
              : answer.status;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    } finally {
      swapping.kill("SIGKILL");
      await ended;
    }
    expect(seen.get("export const ours = 1;\n")).toBeGreaterThan(0);
    expect(
      [...seen.keys()].filter(
        (outcome) => !["export const ours = 1;\n", "PATH_OUTSIDE_ROOTS", "PATH_NOT_FOUND"].includes(outcome),
      ),
    ).toEqual([]);
  });
});
