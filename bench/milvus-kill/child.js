/**
 * Calls one tool of the built product in a separate process. The argument is JSON: `environment`, `root`,
 * `tool` and `input`. Prints a line when it begins, and another with the answer when the operation has ended.
 */
import { writeSync } from "node:fs";
import { callTool, openEngine, readConfig } from "@satori/engine";

const { environment, root, tool, input } = JSON.parse(process.argv[2]);
const engine = openEngine({
  config: readConfig({ environment, freshnessPolicy: "always" }),
  log: () => undefined,
});
writeSync(1, `${JSON.stringify({ kind: "begun" })}\n`);
const options = { baseFolder: root, roots: [], log: () => undefined };
const call = (name, args) => callTool(engine, name, { ...args, path: root }, options);
const first = await call(tool, input);
await engine.waitForRun(root, root);
// The answer to starting a run does not say how the run ends.
const last =
  tool === "manage_index" && first.status === "ok" ? await call(tool, { action: "status" }) : first;
writeSync(
  1,
  `${JSON.stringify({ kind: "ended", status: last.status, hasFailed: (last.warnings ?? []).includes("LAST_RUN_FAILED"), message: last.message ?? last.error?.message })}\n`,
);
await engine[Symbol.asyncDispose]();
