/** The checks that are not tests of behaviour: properties of the repository as a whole. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command of an installed package, run by Node.js itself: on Windows, the links in `node_modules/.bin` are
 * scripts for its shells.
 */
export function installed(name: string, ...args: string[]): Pick<Step, "command" | "args"> {
  const folder = join(ROOT, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly bin: string | Readonly<Record<string, string>>;
  };
  const script = typeof bin === "string" ? bin : (bin[name] as string);
  return { command: process.execPath, args: [join(folder, script), ...args] };
}

/** The longest first, so that parallel steps end at about the same time. */
export const LINT_STEPS: readonly Step[] = [
  // Runs through nx, which builds the project graph that the rule needs.
  {
    name: "module boundaries",
    ...installed("nx", "run-many", "-t", "boundaries", "--output-style=static", "--parallel=2"),
  },
  // The native compiler. Tools that use the compiler as a library have the JavaScript one.
  { name: "types", command: process.execPath, args: [`${ROOT}node_modules/typescript-native/bin/tsc`, "-b"] },
  {
    name: "generated contracts are fresh",
    ...installed("tsx", "-C", "@satori/source", "tools/contracts/generate.ts", "--check"),
  },
  {
    name: "contracts keep their promises",
    ...installed("tsx", "-C", "@satori/source", "tools/contracts/compat.ts"),
  },
  { name: "nothing unused", ...installed("knip", "--no-progress") },
  {
    name: "generated guidance is fresh",
    ...installed("tsx", "-C", "@satori/source", "tools/guidance/generate.ts", "--check"),
  },
  { name: "generated kernels are fresh", ...installed("tsx", "tools/kernel/generate.ts", "--check") },
  { name: "format (npm run format)", ...installed("oxfmt", "--check") },
  { name: "oxlint", ...installed("oxlint", "--quiet") },
];

interface Result {
  readonly isGood: boolean;
  readonly output: string;
  readonly durationMs: number;
}

/**
 * Runs steps in parallel, as many at a time as there are processors. Prints one line per step in the order of
 * the list, with the whole output of a step that failed. Returns whether each step passed, in the same order.
 */
export async function runSteps(steps: readonly Step[], width = availableParallelism()): Promise<boolean[]> {
  const results: Result[] = [];
  let printed = 0;
  const waiting = steps.entries();
  const work = async (): Promise<void> => {
    for (const [at, step] of waiting) {
      results[at] = await run(step);
      for (let result = results[printed]; result !== undefined; result = results[printed])
        print(steps[printed++] as Step, result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, work));
  return results.map(({ isGood }) => isGood);
}

async function run({ command, args }: Step): Promise<Result> {
  const startedMs = Date.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: "false", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data));
  const isGood = await new Promise<boolean>((resolve) => {
    child.on("close", (code) => resolve(code === 0));
    child.on("error", (error) => {
      output.push(Buffer.from(String(error)));
      resolve(false);
    });
  });
  return { isGood, output: Buffer.concat(output).toString().trim(), durationMs: Date.now() - startedMs };
}

function print({ name }: Step, { isGood, output, durationMs }: Result): void {
  console.log(`${isGood ? "✓" : "✗"} ${name} (${(durationMs / 1000).toFixed(1)} s)`);
  if (!isGood) console.log(output);
}
