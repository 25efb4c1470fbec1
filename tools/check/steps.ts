/** The checks that are no tests of behaviour: what must hold for the tree as a whole. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const bin = (name: string): string => `${ROOT}node_modules/.bin/${name}`;

/** In the order of their speed. */
export const LINT_STEPS: readonly Step[] = [
  { name: "oxlint", command: bin("oxlint"), args: ["--quiet"] },
  { name: "generated contracts are fresh", command: bin("tsx"), args: ["-C", "@satori/source", "tools/contracts/generate.ts", "--check"] },
  { name: "generated kernels are fresh", command: bin("tsx"), args: ["tools/kernel/generate.ts", "--check"] },
  { name: "types", command: bin("tsc"), args: ["-b"] },
  // Through nx, which makes the project graph that the rule needs.
  { name: "module boundaries", command: bin("nx"), args: ["run-many", "-t", "boundaries", "--output-style=static"] },
  { name: "nothing unused", command: bin("knip"), args: ["--no-progress"] },
];

/** Runs a step; prints what it says only when it fails. */
export function runStep({ name, command, args }: Step): boolean {
  const startedMs = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", env: { ...process.env, NX_DAEMON: "false", NO_COLOR: "1" }, maxBuffer: 64 * 1024 * 1024 });
  const isGood = status === 0;
  console.log(`${isGood ? "✓" : "✗"} ${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
  if (!isGood) console.log(`${stdout}${stderr}`.trim());
  return isGood;
}
