/**
 * Flips one bit of an index at a time, asks the same questions as of the sound index, and compares the
 * answers byte by byte, except for `meta` and times.
 *
 *   npm run bench -- bit-flips [--flips 500] [--seed 1] [--json]
 *
 *   --flips N   flips, spread evenly over tables and parts of their pages
 *   --seed N    selects the bits
 *
 * The index is that of `fixtures/courier` with a git history. Outcomes of a flip: all answers are the same;
 * an answer says that something is wrong (`told`: an error of the store, `requires_reindex`, or another
 * warning, also if the state then lacks the sync that failed); an answer differs and says nothing (`silent`);
 * or the process ended (`crash`). `doctor` counts the flips that `satori doctor` reports. Exits with 1 after
 * a silent flip or a crash.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { Engines, ask } from "../kill/engines.ts";
import { countOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { ROOT, environmentIn, requireBuilt } from "../support/product.ts";
import { seededRandom } from "../support/random.ts";
import type { AskedFlip } from "./asker.ts";
import { indexFileIn, withCopy } from "./damaged-copy.ts";
import { type Flip, drawFlips, groupsOf, stratumOf } from "./draw.ts";
import { type Region, regionsOf } from "./pages.ts";
import { type Answer, QUESTIONS, answersOf } from "./questions.ts";
import { askAll } from "./supervise.ts";

await runBenchmark(import.meta.url, {
  options: { flips: { type: "string", default: "500" }, seed: { type: "string", default: "1" } },
  async measure(given, bench) {
    requireBuilt();
    const [count, seed] = [countOption("--flips", given.flips), countOption("--seed", given.seed, 0)];
    const { files, regions, environment } = await prepare(bench);
    const flips = drawFlips(regions, count, seededRandom(seed));
    writeFileSync(files.flipsFile, JSON.stringify(flips));
    let done = 0;
    const onAsked = ({ verdict, silent }: AskedFlip): void => {
      const flip = flips[done++];
      if (flip && (verdict === "silent" || verdict === "crash"))
        bench.progress(`${verdict}: ${JSON.stringify(flip)} ${silent.join("; ")}`);
      if (done % 50 === 0) bench.progress(`${done} of ${flips.length} flips`);
    };
    const asked = await askAll({ ...files, count: flips.length, environment, signal: bench.signal, onAsked });
    return report(flips, asked, seed);
  },
});

interface Prepared {
  readonly files: {
    readonly root: string;
    readonly home: string;
    readonly soundFile: string;
    readonly answersFile: string;
    readonly flipsFile: string;
  };
  readonly regions: readonly Region[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Indexes the codebase, and records the answers of the sound index. */
async function prepare({ folder }: Bench): Promise<Prepared> {
  const [root, home] = [join(folder, "courier"), join(folder, "home")];
  const environment = environmentIn(folder, home);
  Object.assign(process.env, environment);
  cpSync(join(ROOT, "fixtures/courier"), root, { recursive: true });
  // A binary file, which is skipped.
  writeFileSync(join(root, "docs/scan.txt"), Buffer.alloc(64));
  commitAll(root, environment);
  const place = { root, home };
  await using engines = new Engines({ SATORI_WATCH: "0" });
  await engines.with(place, (engine) => ask(engine, place, "manage_index", { action: "create" }));
  const path = indexFileIn(home);
  const database = openDatabase(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const sound = readFileSync(path);
  const regions = regionsOf(sound, database);
  database.close();
  const askOnce = (): Promise<readonly Answer[]> =>
    withCopy({ home, index: sound }, null, (copy) =>
      engines.with({ root, home: copy }, (engine) => answersOf(engine, root, QUESTIONS)),
    );
  const [first, second] = [await askOnce(), await askOnce()];
  const unstable = QUESTIONS.filter((_, at) => first[at]?.text !== second[at]?.text);
  check(
    unstable.length === 0,
    `the sound index does not answer the same twice: ${unstable.map(({ name }) => name).join("; ")}`,
  );
  const refused = QUESTIONS.filter((_, at) => first[at]?.errorCode?.startsWith("STORE_") === true);
  check(refused.length === 0, `the sound index refuses ${refused.map(({ name }) => name).join("; ")}`);
  const files = {
    root,
    home,
    soundFile: join(folder, "sound.db"),
    answersFile: join(folder, "answers.json"),
    flipsFile: join(folder, "flips.json"),
  };
  writeFileSync(files.soundFile, sound);
  writeFileSync(files.answersFile, JSON.stringify(first));
  return { files, regions, environment };
}

function commitAll(root: string, environment: Readonly<Record<string, string>>): void {
  const identity = ["-c", "user.name=Courier", "-c", "user.email=courier@example.org"];
  for (const words of [
    ["init", "-q"],
    ["add", "."],
    [...identity, "commit", "-qm", "retries: schedule them by backoff"],
  ]) {
    execFileSync("git", words, { cwd: root, env: environment });
  }
}

function report(flips: readonly Flip[], asked: readonly AskedFlip[], seed: number): Report {
  const all = asked.flatMap((one, at) => {
    const flip = flips[at];
    return flip ? [{ flip, ...one }] : [];
  });
  const strata = [...groupsOf(all, ({ flip }) => stratumOf(flip))].map(([stratum, own]) =>
    countsOf(stratum, own),
  );
  const total = countsOf("all", all);
  if (total.silent + total.crashed > 0) process.exitCode = 1;
  return {
    title: `Answers of an index with one flipped bit, seed ${seed}`,
    columns: ["", "flips", "same", "told", "silent", "crash", "doctor"],
    rows: [...strata, total].map(({ stratum, flips: count, same, told, silent, crashed, diagnosed }) => [
      stratum,
      count,
      same,
      told,
      silent,
      crashed,
      diagnosed,
    ]),
    results: { seed, strata, total },
  };
}

interface Counts {
  readonly stratum: string;
  readonly flips: number;
  readonly same: number;
  readonly told: number;
  readonly silent: number;
  readonly crashed: number;
  readonly diagnosed: number;
}

function countsOf(stratum: string, own: readonly Pick<AskedFlip, "verdict" | "isDiagnosed">[]): Counts {
  const count = (wanted: AskedFlip["verdict"]): number =>
    own.filter(({ verdict }) => verdict === wanted).length;
  const diagnosed = own.filter(({ isDiagnosed }) => isDiagnosed).length;
  return {
    stratum,
    flips: own.length,
    same: count("same"),
    told: count("told"),
    silent: count("silent"),
    crashed: count("crash"),
    diagnosed,
  };
}
