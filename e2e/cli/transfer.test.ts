/** satori export and satori index --from: an index goes from one home to another. */
import { appendFileSync, cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { createWorkspace } from "../support/workspace.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/courier", import.meta.url));
const workspace = createWorkspace();
const [made, taken] = [workspace.path("made"), workspace.path("taken")];
const builder = cliIn(workspace, made);
const colleague = cliIn(workspace, taken, { SATORI_HOME: workspace.path("another-home") });
const file = workspace.path("courier.satori");

beforeAll(async () => {
  for (const folder of [made, taken]) cpSync(FIXTURE, folder, { recursive: true });
  expect(await builder(["index"])).toMatchObject({ code: 0 });
  expect(await builder(["export", file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Wrote the index of \d+ files \(\d+ chunks\) into .+courier\.satori\.\n$/),
  });
});
afterAll(() => workspace[Symbol.dispose]());

test("a colleague takes the index, and it follows their checkout", async () => {
  appendFileSync(`${taken}/web/src/http/backoff.ts`, "\nexport function zeppelin(): void {}\n");
  const { stdout, code } = await colleague(["index", "--from", file]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Took the index of \d+ files .+\n.+0 added, 0 removed, 1 modified\.\n$/s);
  expect((await colleague(["search", "zeppelin", "--limit", "1"])).stdout).toContain(
    "web/src/http/backoff.ts",
  );
  expect(await colleague(["index", "--from", file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("pass --force to replace it"),
  });
  expect(await colleague(["index", "--from", file, "--force"])).toMatchObject({ code: 0 });
});

test("the file is its owner's alone, and a damaged one is refused in a sentence", async () => {
  if (process.platform !== "win32") expect(statSync(file).mode & 0o077).toBe(0);
  const bytes = readFileSync(file);
  bytes.fill(7, bytes.length - 5_000, bytes.length - 4_000);
  writeFileSync(`${file}.damaged`, bytes);
  expect(await colleague(["index", "--from", `${file}.damaged`, "--force"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error INDEX_FILE_INVALID: .+its checksum does not match/),
  });
  expect((await colleague(["status"])).stdout).toContain("32 files");
});

test.each([["--estimate"], ["--no-wait"], ["--ignore", "x"], ["--no-extensions"]])(
  "index --from has no use for %s",
  async (...options) => {
    expect(await colleague(["index", "--from", file, "--force", ...options])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${options[0]} is for a run`),
    });
  },
);

test("there is nothing to export without an index", async () => {
  const empty = cliIn(workspace, taken, { SATORI_HOME: workspace.path("third-home") });
  expect(await empty(["export", workspace.path("none.satori")])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("has no complete index"),
  });
});
