/**
 * `npm run fuzz -- NAME [--seconds N] [--runs N] [--seed S]` fuzzes a target; `--replay FILE` runs one input;
 * `--minimize` adds discoveries with new coverage to the repository's corpus; `--list` prints the targets.
 * See README.md in this folder.
 */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parseArgs } from "node:util";
import { type Bundle, bundleTarget } from "./bundle.ts";
import {
  grownFolder,
  loadTarget,
  readInputs,
  saveFinding,
  saveInput,
  seedFolder,
  targetNames,
} from "./corpus.ts";
import type { Finding, WorkerMessage } from "./protocol.ts";
import { WATCH_LIMITS, replay, watch } from "./watch.ts";

const USAGE =
  "Usage: npm run fuzz -- NAME [--seconds N] [--runs N] [--seed S] | NAME --replay FILE | NAME " +
  "--minimize | --list";
const DEFAULT_SECONDS = 60;
const LOW_PRIORITY = 10;
/**
 * Factor for the time limit when an input that seemed to hang is run again: compilation and garbage
 * collection also take time.
 */
const PATIENCE = 2;
/** Most inputs that `--minimize` adds: people read the corpus, and tests replay it. */
const MOST_KEPT = 32;

interface FuzzOptions {
  readonly name: string;
  readonly seconds: number;
  readonly maxRuns: number | null;
  readonly seed: number;
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const parsed = parsedArguments(args);
  if (typeof parsed === "string") {
    console.error(`${parsed}\n${USAGE}`);
    return 2;
  }
  const {
    values,
    positionals: [name = ""],
  } = parsed;
  if (values.list) return list();
  if (!targetNames().includes(name)) {
    console.error(
      `${name === "" ? "Name a target" : `There is no target ${name}`}. Targets: ` +
        `${targetNames().join(", ")}\n${USAGE}`,
    );
    return 2;
  }
  const bundle = await bundleTarget(name);
  // Workers inherit the priority: fuzzing yields to everything else.
  setPriority(LOW_PRIORITY);
  if (values.replay !== undefined) return replayFile(bundle, values.replay);
  if (values.minimize) return minimize(name, bundle);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  return fuzz(bundle, {
    name,
    seed,
    seconds: Number(values.seconds ?? (values.runs === undefined ? DEFAULT_SECONDS : Infinity)),
    maxRuns: values.runs === undefined ? null : Number(values.runs),
  });
}

/** The parsed arguments, or an error message. */
function parsedArguments(args: readonly string[]) {
  try {
    const options = {
      seconds: { type: "string" },
      runs: { type: "string" },
      seed: { type: "string" },
      replay: { type: "string" },
      minimize: { type: "boolean" },
      list: { type: "boolean" },
    } as const;
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options });
    for (const name of ["seconds", "runs", "seed"] as const)
      if (!/^\d+$/.test(parsed.values[name] ?? "0"))
        return `--${name} has to be a whole number, not ${parsed.values[name]}`;
    return parsed.positionals.length > 1
      ? `One target at a time, not ${parsed.positionals.join(" and ")}`
      : parsed;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function list(): Promise<number> {
  for (const name of targetNames()) console.log(`${name.padEnd(20)} ${(await loadTarget(name)).checks}`);
  return 0;
}

/**
 * Runs workers until the time is up. After an input ended a worker, the next one continues with all inputs
 * kept so far.
 */
async function fuzz(bundle: Bundle, { name, seconds, maxRuns, seed }: FuzzOptions): Promise<number> {
  let inputs = [...readInputs(seedFolder(name)), ...readInputs(grownFolder(name))].map(({ bytes }) => bytes);
  const findings: Finding[] = [];
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  const startedMs = Date.now();
  const deadlineMs = startedMs + 1_000 * seconds;
  let [executions, edges, corpus] = [0, 0, 0];
  const add = (finding: Finding): void => {
    findings.push(finding);
    const path = saveFinding(name, finding.kind, finding.input);
    console.log(
      `\n${finding.kind}: ${finding.message}\nInput: ${path}\nAgain: npm run fuzz -- ${name} --replay ` +
        `${path}\n`,
    );
  };
  console.log(`${name}: ${bundle.counters} branches, ${inputs.length} inputs, seed ${seed}`);
  for (let restart = 0; ; restart++) {
    const result = await watch({
      bundle,
      task: {
        mode: "fuzz",
        inputs,
        seed: seed + restart,
        maxRuns: maxRuns === null ? null : maxRuns - executions,
        deadlineMs,
        knownKeys: findings.map(({ key }) => key),
      },
      onMessage(message) {
        if (message.kind === "finding") add(message.finding);
        if (message.kind !== "kept") return;
        inputs.push(message.input);
        saveInput(grownFolder(name), message.input);
      },
      signal: interrupted.signal,
    });
    executions += result.executions;
    edges = Math.max(edges, result.edges);
    corpus = Math.max(corpus, result.corpus);
    if (typeof result.end !== "object") break;
    const { input } = result.end;
    // The input would end the next worker as well.
    inputs = inputs.filter((other) => Buffer.compare(other, input) !== 0);
    const { findings: confirmed } = await replay(bundle, [input], {
      ...WATCH_LIMITS,
      inputCpuMs: PATIENCE * WATCH_LIMITS.inputCpuMs,
    });
    for (const finding of confirmed) add(finding);
    if (confirmed.length === 0) console.log(`An input that ${result.end.message} did when it was run again.`);
  }
  const tookS = (Date.now() - startedMs) / 1_000;
  console.log(
    `${name}: ${tookS.toFixed(0)} s, ${executions} executions, ` +
      `${Math.round(executions / Math.max(tookS, 0.001))}/s, ${edges} of ${bundle.counters} edges, ` +
      `corpus ${corpus}, findings ${findings.length}`,
  );
  return findings.length === 0 ? 0 : 1;
}

async function replayFile(bundle: Bundle, path: string): Promise<number> {
  let input: Uint8Array;
  try {
    input = new Uint8Array(readFileSync(path));
  } catch (error) {
    console.error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const {
    findings: [finding],
    steps: [steps = 0],
  } = await replay(bundle, [input]);
  console.log(
    finding ? `${finding.kind}: ${finding.message}` : `All holds, ${steps} steps for ${input.length} bytes`,
  );
  return finding ? 1 : 0;
}

/**
 * Adds discoveries to the repository's corpus, shortest first, as long as each reaches something that those
 * before do not.
 */
async function minimize(name: string, bundle: Bundle): Promise<number> {
  const present = readInputs(seedFolder(name)).map(({ bytes }) => bytes);
  const grown = readInputs(grownFolder(name))
    .map(({ bytes }) => bytes)
    .sort((left, right) => left.length - right.length);
  const added: Uint8Array[] = [];
  const onMessage = (message: WorkerMessage): void => {
    if (message.kind === "kept" && !present.some((other) => Buffer.compare(other, message.input) === 0))
      added.push(message.input);
  };
  await watch({
    bundle,
    task: {
      mode: "minimize",
      inputs: [...present, ...grown],
      seed: 0,
      maxRuns: null,
      deadlineMs: Infinity,
      knownKeys: [],
    },
    onMessage,
  });
  for (const input of added.slice(0, MOST_KEPT)) saveInput(seedFolder(name), input);
  console.log(
    `${name}: ${Math.min(added.length, MOST_KEPT)} of ${added.length} inputs that reach more are in ` +
      `${seedFolder(name)} now`,
  );
  return 0;
}
