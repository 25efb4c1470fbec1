/**
 * `npm run quickstart`: builds Satori, indexes this repository, and runs a few queries, so that a first
 * impression takes a minute. The index is stored in the usual place (see SATORI_HOME); `npx satori clear`
 * removes it.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const CLI = `${ROOT}apps/cli/bin/satori.js`;

/** What a newcomer would try, in this order. */
const TOUR: readonly (readonly string[])[] = [
  ["index"],
  ["search", "where are changed files detected before a sync", "--limit", "3"],
  ["search", "how is a file that crashes its parser handled", "--limit", "3"],
  ["search", "VectorTable", "--limit", "3"],
  ["outline", "libs/engine/src/scan/detect.ts"],
  ["read", "libs/engine/src/scan/detect.ts", "--symbol", "detectChanges"],
];

const NEXT = `
That was Satori on its own source. Next:

  npx satori search "your question"          here; or in any folder: node ${CLI} search "…"
  npx satori console                         the same in a browser
  npx satori status                          what is indexed, what was left out and why
  npx satori --help                          all commands

  Agents reach it over MCP (stdio): command "node", argument "${ROOT}apps/mcp/bin/satori-mcp.js".
  README.md says more; npm test runs the whole suite.
`;

step("Building", process.execPath, [`${ROOT}node_modules/tsx/dist/cli.mjs`, "tools/build/build.ts"]);
for (const args of TOUR)
  step(`satori ${args.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg)).join(" ")}`, process.execPath, [
    CLI,
    ...args,
  ]);
console.log(NEXT);

function step(title: string, command: string, args: readonly string[]): void {
  console.log(`\n› ${title}\n`);
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  if (status === 0) return;
  console.error(
    `That step failed${error ? `: ${error.message}` : ""}. Fix the error above, then run npm run ` +
      "quickstart again.",
  );
  process.exit(status ?? 1);
}
