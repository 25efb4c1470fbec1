/**
 * The commands and calls in the documents for users, run as they stand, in their order; tools/check/docs
 * looks at those that cannot be.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type ToolName, outcomeOf } from "@satori/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { committed, git } from "../../libs/engine/src/testing/trees/git.ts";
import { type Block, type Example, blocksIn, examplesIn, fits } from "../../tools/check/docs/blocks.ts";
import { DOCUMENTS, textOf } from "../../tools/check/docs/documents.ts";
import { CLI_BIN, type Cli, cliIn } from "../support/cli.ts";
import { connectClient } from "../support/mcp-client.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/courier", import.meta.url));
const workspace = createWorkspace();
const run = DOCUMENTS.map(
  (document) => [document, blocksIn(textOf(document)).filter(({ isRun }) => isRun)] as const,
);
const COMMANDS = run
  .map(([document, blocks]) => [document, blocks.flatMap(examplesIn)] as const)
  .filter(([, examples]) => examples.length > 0);
const CALLS = run
  .map(([document, blocks]) => [document, blocks.flatMap(callIn)] as const)
  .filter(([, calls]) => calls.length > 0);

interface Call {
  readonly name: ToolName;
  readonly arguments: Record<string, unknown>;
}

let satori: Cli;
/**
 * What getting started tells its readers to do: `satori` and `satori-mcp` on PATH, and the sample as
 * `~/courier`.
 */
beforeAll(async () => {
  const sample = workspace.path("nobody", "courier");
  cpSync(FIXTURE, sample, { recursive: true });
  mkdirSync(`${sample}/.git`);
  mkdirSync(workspace.path("bin"));
  for (const [name, target] of [
    ["satori", CLI_BIN],
    ["satori-mcp", MCP_BIN],
  ] as const)
    symlinkSync(target, workspace.path("bin", name));
  satori = cliIn(workspace, sample);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

/**
 * One shell for all of them, so that what one exports or writes the next one has. Output of both kinds as a
 * terminal shows it.
 */
async function outcomesOf(
  examples: readonly Example[],
): Promise<{ readonly code: number; readonly output: string }[]> {
  const file = (at: number): string => workspace.path(`outcome-${at}`);
  const script = examples
    .map(
      ({ command }, at) => `{ ${command}\n} > '${file(at)}' 2>&1 < /dev/null\necho $? > '${file(at)}.code'`,
    )
    .join("\n");
  const path = [workspace.path("bin"), dirname(process.execPath), process.env["PATH"]].join(":");
  await satori.shell(script, { environment: { PATH: path } });
  return examples.map((_, at) => ({
    code: Number(readFileSync(`${file(at)}.code`, "utf8")),
    output: readFileSync(file(at), "utf8"),
  }));
}

test("there are documents with commands, and some with calls", () => {
  expect(COMMANDS.map(([document]) => document)).toContain("README.md");
  expect(CALLS.map(([document]) => document)).not.toEqual([]);
});

test.each(COMMANDS)("%s: its commands do what it says", async (document, examples) => {
  const outcomes = await outcomesOf(examples);
  const wrong = examples.flatMap(({ line, command, exitCode, output: shown }, at) => {
    const { code, output } = outcomes[at] ?? { code: -1, output: "" };
    return code === exitCode && (shown === null || fits(output, shown))
      ? []
      : [{ place: `${document}:${line}`, command, code, output }];
  });
  expect(wrong).toEqual([]);
});

test("calls in documents are answered", async () => {
  const sample = workspace.path("nobody", "courier");
  // Calls about versions need some, which searches in the documents know nothing of.
  rmSync(`${sample}/.git`, { recursive: true });
  committed(sample);
  git(sample, "tag", "v1.2");
  const changed = `${sample}/reports/courier_reports/aggregate.py`;
  writeFileSync(changed, readFileSync(changed, "utf8").replace("def stats_of(", "def stats_of(*, "));
  git(sample, "commit", "--quiet", "--all", "--message", "second");
  await using server = await connectClient(workspace, {
    args: ["--tools", "core,scope,review,workspace", "--root", sample],
    environment: { DOCS_ROOT: `${sample}/docs`, CODE_ROOT: sample },
  });
  for (const [document, calls] of CALLS) {
    await server.call("set_scope", {});
    for (const call of calls)
      expect(
        outcomeOf(await server.call(call.name, call.arguments)),
        `${document}: ${JSON.stringify(call)}`,
      ).toMatchObject({ status: "ok" });
  }
});

function callIn({ language, text }: Block): Call[] {
  // Unit tests validate each of them.
  return language === "json" && text.includes('"arguments"')
    ? [JSON.parse(text.replaceAll("/home/me", workspace.path("nobody"))) as Call]
    : [];
}
