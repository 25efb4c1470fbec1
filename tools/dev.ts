/** `npm run dev`: builds all packages, and builds again whenever a source changes. Ctrl-C stops it. */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { ROOT, installed } from "./check/steps.ts";

/** Editors write a file in several steps, and a checkout writes many files. */
const QUIET_MS = 200;
/** Folders that a build reads. */
const FOLDERS = ["libs", "apps", "clients/typescript", "tools/build"];
/** Files that a build writes or does not read. */
const IGNORED =
  /(?:^|[\\/])(?:dist|node_modules|assets|coverage)(?:[\\/]|$)|\.(?:test|suite)\.tsx?$|\.tsbuildinfo$/;
const SOURCE = /\.(?:[cm]?[jt]sx?|json|scm|css|html)$/;

const changed = new Set<string>();
let build: ChildProcess | null = null;
let timer: NodeJS.Timeout | undefined;

for (const folder of FOLDERS) {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (name === null || IGNORED.test(name) || !SOURCE.test(name)) return;
    changed.add(join(folder, name));
    clearTimeout(timer);
    timer = setTimeout(buildAgain, QUIET_MS);
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    build?.kill(signal);
    process.exit(0);
  });
}
startBuild("all packages");

function buildAgain(): void {
  // A running build may have read the file before it changed: a further build starts when it ends.
  if (build) return;
  const names = [...changed].sort();
  changed.clear();
  startBuild(names.length > 3 ? `${names.length} changed files` : names.join(", "));
}

function startBuild(why: string): void {
  const startedMs = performance.now();
  console.log(`building: ${why}`);
  const { command, args } = installed("tsx", "tools/build/build.ts");
  build = spawn(command, args, { cwd: ROOT, stdio: "inherit" });
  build.on("error", (error) => console.error(`the build cannot be started: ${error.message}`));
  build.on("close", (code) => {
    build = null;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    console.log(
      code === 0 ? `built in ${seconds} s; watching` : `the build failed after ${seconds} s; watching`,
    );
    if (changed.size > 0) buildAgain();
  });
}
